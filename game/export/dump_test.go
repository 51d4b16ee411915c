package export
import ("testing";"encoding/json";"time")
func TestDump(t *testing.T){
 e:=exported(); e.Advice.Seeds=20
 e.Scenario.Settings.Down.Latency=40*time.Millisecond; e.Scenario.Settings.Down.Jitter=30*time.Millisecond; e.Scenario.Settings.Down.Loss=50000
 s:=time.Now()
 p,err:=e.Prove()
 t.Log(time.Since(s),err)
 for _,x:=range p { x.NotModelled="";x.Version=""; b,_:=json.Marshal(x); t.Log(string(b)) }
}
