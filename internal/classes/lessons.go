package classes

import (
	"encoding/json"
	"io/fs"
	"strings"
)

// goals lists, for each lesson step of a game, the moves that solve the step, in the move format of
// the web client. If a goal ends with *, every move that begins with the text before the * solves
// the step.
type goals [][]string

// lessonOf returns the goals of a game's lessons, or nil if the game has no lessons.
func (s *Service) lessonOf(gameName string) goals {
	if g, ok := s.lessons.Load(gameName); ok {
		known, _ := g.(goals)
		return known
	}
	var all goals
	var steps []struct {
		Goal []string `json:"goal"`
	}
	if s.opts.Texts == nil {
		return nil
	}
	if data, err := fs.ReadFile(s.opts.Texts, "games/"+gameName+"/text/lessons.json"); err == nil && json.Unmarshal(data, &steps) == nil {
		for _, one := range steps {
			all = append(all, one.Goal)
		}
		s.lessons.Store(gameName, all)
	}
	return all
}

// solved reports whether a move solves a step. Steps are counted from 1.
func (g goals) solved(step int, code string) bool {
	if step < 1 || step > len(g) || code == "" {
		return false
	}
	for _, goal := range g[step-1] {
		start, open := strings.CutSuffix(goal, "*")
		if open && strings.HasPrefix(code, start) || code == goal {
			return true
		}
	}
	return false
}
