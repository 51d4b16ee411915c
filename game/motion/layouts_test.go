package motion

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// A walk at 3 m/s along x, in which each layout writes its 21 samples at 10 Hz: sample i is
// at i/10 s and 0.3·i m.
const (
	walkSteps = 20
	walkSpeed = 3.0
)

// TestLayouts reads the same walk as many loggers write it.
func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		name, head string
		row        func(i int) string
		options    Options
		entities   int
		turn       float64 // degrees a second; 0.1 rad in 0.1 s are 180/π
	}{
		{"seconds", "t,id,x,y,z", func(i int) string { return fmt.Sprintf("%.1f,a,%.1f,0,0", sec(i), at(i)) }, Options{}, 1, 0},
		{"milliseconds by their size, semicolons, decimal commas", "Time;Object;PosX;PosY;PosZ", func(i int) string { return fmt.Sprintf("%d;a;%s;0,0;0,0", 100*i, comma(at(i))) }, Options{}, 1, 0},
		{"decimal commas in quotes", "time,object,x,y", func(i int) string { return fmt.Sprintf(`"%s",a,"%s","0,0"`, comma(sec(i)), comma(at(i))) }, Options{}, 1, 0},
		{"dates, tabs", "timestamp\tplayer\tpos_x\tpos_y", func(i int) string {
			return fmt.Sprintf("2026-03-01T18:20:%06.3fZ\tp\t%g\t0", sec(i), at(i))
		}, Options{}, 1, 0},
		{"dates with a space and no zone", "UTC,name,X,Y", func(i int) string { return fmt.Sprintf("2026-03-01 18:20:%06.3f,p,%g,0", sec(i), at(i)) }, Options{}, 1, 0},
		{"ticks", "tick,steamid,name,X,Y,Z", func(i int) string {
			return fmt.Sprintf("%d,76561198000000101,n,%g,0,0", 5120+8*i, at(i)/0.01905)
		}, Options{Rate: 80, Metres: 0.01905}, 1, 0},
		{"frames of a tracker", "recordingId,trackId,frame,trackLifetime,xCenter,yCenter,heading", func(i int) string { return fmt.Sprintf("0,%d,%d,%d,%g,0,0", 7, 50+i, i, at(i)) }, Options{Rate: 10}, 1, 0},
		{"frame ids before the entities'", "frame_id,agent_id,agent_type,x,y,vx,vy,psi_rad", func(i int) string { return fmt.Sprintf("%d,3,car,%g,0,3,0,%.4f", i, at(i), float64(i)*0.1) }, Options{Rate: 10}, 1, 180 / math.Pi},
		{"vehicles with a global time", "Vehicle_ID,Frame_ID,Total_Frames,Global_Time,Local_X,Local_Y,Global_X,Global_Y,v_Vel", func(i int) string { return fmt.Sprintf("2,%d,437,%d,%g,0,1,2,9", i, 1118846980200+100*i, at(i)) }, Options{}, 1, 0},
		{"a game of football in yards", "gameId,playId,nflId,frameId,time,x,y,s,a,dis,o,dir,team", func(i int) string {
			return fmt.Sprintf("2018,75,2539,%d,2018-09-07T01:07:%06.3fZ,%g,0,1,2,3,NA,NA,home", i, sec(i), at(i)/0.9144)
		}, Options{Metres: 0.9144}, 1, 0},
		{"a topic of a robot", "%time,field.header.seq,field.header.stamp,field.header.frame_id,field.pose.position.x,field.pose.position.y,field.pose.position.z,field.pose.orientation.x,field.pose.orientation.y,field.pose.orientation.z,field.pose.orientation.w", func(i int) string {
			return fmt.Sprintf("%d,%d,1,map,%g,0,0,0,0,%f,%f", 1700000000000000000+int64(i)*100_000_000, i, at(i), math.Sin(float64(i)*0.05), math.Cos(float64(i)*0.05))
		}, Options{}, 1, 180 / math.Pi},
		{"odometry with velocities", "Time,header.seq,header.frame_id,child_frame_id,pose.pose.position.x,pose.pose.position.y,pose.pose.position.z,pose.pose.orientation.x,pose.pose.orientation.y,pose.pose.orientation.z,pose.pose.orientation.w,twist.twist.linear.x,twist.twist.linear.y", func(i int) string {
			return fmt.Sprintf("%f,%d,odom,base,%g,0,0,0,0,0,1,9,9", 1700000000+sec(i), i, at(i))
		}, Options{}, 1, 0},
		{"ground truth of a drone", "#timestamp [ns], p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z [], v_RS_R_x [m s^-1], v_RS_R_y [m s^-1]", func(i int) string {
			return fmt.Sprintf("%d,%g,0,0,%f,0,0,%f,1,2", 1403636580838555648+int64(i)*100_000_000, at(i), math.Cos(float64(i)*0.05), math.Sin(float64(i)*0.05))
		}, Options{}, 1, 180 / math.Pi},
		{"an autopilot's microseconds", "timestamp,x,y,z,vx,vy,vz,heading", func(i int) string {
			return fmt.Sprintf("%d,%g,0,-2,3,0,0,%f", 1_200_000_000+100_000*i, at(i), 0.1*float64(i))
		}, Options{Up: DownZ}, 1, 180 / math.Pi},
		{"numbered components", "timestamp,position[0],position[1],position[2],q[0],q[1],q[2],q[3]", func(i int) string { return fmt.Sprintf("%d,%g,0,-2,1,0,0,0", 55_000_000+100_000*i, at(i)) }, Options{Up: DownZ}, 1, 0},
		{"a simulator's", "VehicleName\tTimeStamp\tPOS_X\tPOS_Y\tPOS_Z\tQ_W\tQ_X\tQ_Y\tQ_Z", func(i int) string { return fmt.Sprintf("d\t%d\t%g\t0\t0\t1\t0\t0\t0", 1700000000000+100*i, at(i)) }, Options{}, 1, 0},
		{"a racing game's", "m_sessionTime,m_carIndex,m_worldPositionX,m_worldPositionY,m_worldPositionZ,m_worldVelocityX,m_worldForwardDirX,m_yaw", func(i int) string {
			return fmt.Sprintf("%.2f,4,%g,0,0,9,9,%f", 30+sec(i), at(i), 0.1*float64(i))
		}, Options{Up: UpY}, 1, 180 / math.Pi},
		{"one word and units", "time_ms,entity,posx_cm,posy_cm,posz_cm,yaw_deg", func(i int) string { return fmt.Sprintf("%d,a,%g,0,0,%d", 100*i, 100*at(i), 5*i) }, Options{}, 1, 50},
		{"brackets with units", "Time (s),Actor,Location X [cm],Location Y [cm],Location Z [cm],Rotation Yaw [deg]", func(i int) string { return fmt.Sprintf("%g,a,%g,0,0,%d", sec(i), 100*at(i), 5*i) }, Options{}, 1, 50},
		{"angles about axes", "Time,Name,PosX,PosY,PosZ,RotX,RotY,RotZ", func(i int) string { return fmt.Sprintf("%g,a,%g,1,0,0,%d,0", sec(i), at(i), (350+5*i)%360) }, Options{Up: UpY}, 1, 50},
		{"the ground of an engine whose y points up", "time,name,x,z", func(i int) string { return fmt.Sprintf("%g,a,1,%g", sec(i), at(i)) }, Options{Up: UpY}, 1, 0},
		{"metres from a grid", "time,unit,easting,northing", func(i int) string { return fmt.Sprintf("%g,a,%f,5300000", sec(i), 600000+at(i)) }, Options{}, 1, 0},
		{"ships", "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName", func(i int) string {
			return fmt.Sprintf("367,2024-01-01T00:00:%04.1f,0,%.9f,3,90,511,x", sec(i), at(i)/111195.08)
		}, Options{}, 1, 0},
		{"nobody named", "t,x,y", func(i int) string { return fmt.Sprintf("%g,%g,0", sec(i), at(i)) }, Options{}, 1, 0},
		{"clock times", "time,driver,X,Y", func(i int) string { return fmt.Sprintf("00:59:%06.3f,VER,%g,0", 57+sec(i), at(i)) }, Options{}, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			fmt.Fprintln(&text, c.head)
			for i := range walkSteps + 1 {
				fmt.Fprintln(&text, c.row(i))
			}
			for _, form := range []string{text.String(), "\ufeff" + text.String(), strings.ReplaceAll(text.String(), "\n", "\r\n"), packed(t, text.String())} {
				rec, err := Read(strings.NewReader(form), c.options)
				if err != nil {
					t.Fatal(err)
				}
				if len(rec.Entities) != c.entities || len(rec.Kinds) != 1 {
					t.Fatalf("%d entities of %d kinds, want %d of 1", len(rec.Entities), len(rec.Kinds), c.entities)
				}
				if d := rec.Length - 2*time.Second; d.Abs() > time.Millisecond {
					t.Errorf("lasts %v, want 2 s", rec.Length)
				}
				k := rec.Kinds[0]
				if math.Abs(k.Speed.P50-walkSpeed) > 0.01 || math.Abs(k.Speed.Max-walkSpeed) > 0.05 || math.Abs(k.RateHz-10) > 0.01 {
					t.Errorf("%+v, want %v m/s at 10 Hz", k, walkSpeed)
				}
				if math.Abs(k.Turn.P50-c.turn) > 0.5 {
					t.Errorf("turns by %v °/s, want %v", k.Turn.P50, c.turn)
				}
				if k.Jumps != 0 || k.Gaps != 0 {
					t.Errorf("%d jumps, %d gaps, want none", k.Jumps, k.Gaps)
				}
			}
		})
	}
}

func sec(i int) float64 { return float64(i) / 10 }
func at(i int) float64  { return math.Round(float64(i)*walkSpeed) / 10 }

func comma(v float64) string { return strings.Replace(fmt.Sprintf("%.4f", v), ".", ",", 1) }

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
