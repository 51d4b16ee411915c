// Package lesson reads lessons and checks what they ask for.
//
// A lesson is a file that a teacher can write: a few steps of plain sentences about a
// run of the lab, some with a question to answer before looking, some with a task whose
// goals are measured on the run. The format is described in assets/lessons/README.md.
//
// Nothing here reads a clock or a file; the bytes of a lesson and what finds a scenario
// by its name are given. Goals are read from a game.Run and change nothing in it.
package lesson
