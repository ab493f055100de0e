package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A recording holds requests and the answers that a server gave at the time of the recording. The
// tests send the same requests to the current build. They check that clients written at that time
// still work.

var recordCalls = flag.String("record", "", "name of a new recording of calls in testdata/calls")

const recordings = "testdata/calls"

// call is one HTTP request with its response, one frame that is sent to a WebSocket, or one frame
// that is received from it. {name} in a text stands for a value kept from an earlier response.
type call struct {
	As     string            `json:"as"` // the caller: the name of one of several browsers, or "bot" for the bot with a token
	Call   string            `json:"call,omitempty"`
	Body   any               `json:"body,omitempty"`
	Send   any               `json:"send,omitempty"` // frame to send to the caller's WebSocket, which is opened if necessary
	Wait   string            `json:"wait,omitempty"` // wait for a frame of this kind and skip other frames
	Until  string            `json:"until,omitempty"`
	Keep   map[string]string `json:"keep,omitempty"`   // maps the name of a value to its path in the answer
	Loose  bool              `json:"loose,omitempty"`  // compare only types, because the values depend on an engine or on timing
	Status int               `json:"status,omitempty"` // HTTP status of the answer
	Type   string            `json:"type,omitempty"`   // media type of the answer
	Answer any               `json:"answer,omitempty"`
}

// TestRecordedCalls replays the recordings. It checks that status codes and media types are the
// same as in the recording, and that every field of a recorded response still exists with the same
// type. Texts that were equal in all runs of the recording must be unchanged.
func TestRecordedCalls(t *testing.T) {
	files, err := filepath.Glob(recordings + "/*.json")
	if err != nil || len(files) < 2 {
		t.Fatalf("the recordings are %v: %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var calls []call
			if err := json.Unmarshal(text, &calls); err != nil {
				t.Fatal(err)
			}
			for i, got := range perform(t, calls) {
				for _, problem := range differences(&calls[i], &got) {
					t.Errorf("call %d, %s%s: %s", i, calls[i].Call, calls[i].Wait, problem)
				}
			}
		})
	}
}

// TestRecordCalls adds new recordings and keeps the old ones. Run it with: make record-calls.
func TestRecordCalls(t *testing.T) {
	if *recordCalls == "" {
		t.Skip("no name is given for a new recording")
	}
	for kind, script := range callScripts {
		file := filepath.Join(recordings, *recordCalls+"-"+kind+".json")
		if _, err := os.Stat(file); err == nil {
			t.Fatalf("%s is there already; a recording is never changed", file)
		}
		first := perform(t, script)
		for range 4 {
			for i, again := range perform(t, script) {
				first[i].Answer = common(first[i].Answer, again.Answer)
			}
		}
		var b bytes.Buffer
		b.WriteString("[\n")
		for i := range first { // write one call per line
			b.WriteString(plainJSON(first[i]) + map[bool]string{true: ",\n", false: "\n]\n"}[i+1 < len(first)])
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil { //nolint:gosec // everybody may read this file: it holds only test data
			t.Fatal(err)
		}
	}
}

// longest is the maximum number of elements that a recording keeps of a list.
const longest = 3

// anyText replaces a text that differs between runs, such as an id or a guest's name.
const anyText = "~"

// common returns the parts that the responses of two runs have in common. It replaces texts that
// differ with anyText and omits fields and elements that only one response has.
func common(a, b any) any {
	switch a := a.(type) {
	case string:
		if a != b {
			return anyText
		}
	case map[string]any:
		b, _ := b.(map[string]any)
		out := map[string]any{}
		for key, value := range a {
			switch other, ok := b[key]; {
			case !ok:
			case key == "text" || key == "title":
				out[key] = anyText // do not compare the wording of sentences: it may change in later versions
			default:
				out[key] = common(value, other)
			}
		}
		return out
	case []any:
		b, _ := b.([]any)
		out := []any{}
		for i := range min(len(a), len(b), longest) {
			out = append(out, common(a[i], b[i]))
		}
		return out
	}
	return a
}

// differences returns descriptions of how a new response differs from the recorded one.
func differences(old, now *call) (all []string) {
	if old.Status != now.Status {
		all = append(all, "the status "+itoa(now.Status)+" was "+itoa(old.Status))
	}
	if old.Type != now.Type {
		all = append(all, "the media type "+now.Type+" was "+old.Type)
	}
	return append(all, missing("", old.Answer, now.Answer, old.Loose)...)
}

func missing(at string, old, now any, loose bool) (all []string) {
	switch old := old.(type) {
	case map[string]any:
		now, ok := now.(map[string]any)
		if !ok {
			return []string{at + " was an object"}
		}
		for key, value := range old {
			if _, ok := now[key]; !ok {
				all = append(all, at+"."+key+" is not there any more")
				continue
			}
			all = append(all, missing(at+"."+key, value, now[key], loose)...)
		}
	case []any:
		now, ok := now.([]any)
		if !ok || len(old) > 0 && len(now) == 0 {
			return []string{at + " was a list with elements"}
		}
		for i := range min(len(old), len(now)) {
			all = append(all, missing(at+"."+itoa(i), old[i], now[i], loose)...)
		}
	case string:
		if text, ok := now.(string); !ok || old != anyText && old != text && !loose {
			return []string{at + " was \"" + old + "\" and is " + plainJSON(now)}
		}
	case float64:
		number, ok := now.(float64)
		if !ok || isTime(old) != isTime(number) {
			return []string{at + " was " + plainJSON(old) + " and is " + plainJSON(now)}
		}
	case bool:
		if truth, ok := now.(bool); !ok || truth != old && !loose {
			return []string{at + " was " + plainJSON(old) + " and is " + plainJSON(now)}
		}
	}
	return all
}

// isTime reports whether a number is so large that it must be a time in milliseconds since 1970.
// The tests compare no other property of numbers, because times differ between runs.
func isTime(n float64) bool { return n > 1e12 }

func itoa(n int) string { return plainJSON(n) }

func plainJSON(v any) string {
	text, _ := json.Marshal(v) // Marshal cannot fail: the values are decoded JSON
	return string(text)
}

// TestDifferences checks that differences reports a missing field, another type, another value,
// another status, and a time field whose value is not a time.
func TestDifferences(t *testing.T) {
	read := func(text string) (v any) {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	const old = `{"id":"~","at":1700000000000,"ply":3,"kind":"bot","list":[{"a":1}],"on":true}`
	for now, want := range map[string]string{
		old: "",
		`{"id":"x","at":1800000000000,"ply":9,"kind":"bot","list":[{"a":2,"b":1},{}],"on":true,"new":1}`: "",
		`{"at":1,"ply":3,"kind":"bot","list":[{"a":1}],"on":true}`:                                       ".at was 1700000000000 and is 1|.id is not there any more",
		`{"id":"x","at":1700000000000,"ply":"3","kind":"man","list":[{"a":1}],"on":true}`:                ".kind was \"bot\" and is \"man\"|.ply was 3 and is \"3\"",
		`{"id":"x","at":1700000000000,"ply":3,"kind":"bot","list":[],"on":false}`:                        ".list was a list with elements|.on was true and is false",
		`{"id":"x","at":1700000000000,"ply":3,"kind":"bot","list":[{"b":1}],"on":true}`:                  ".list.0.a is not there any more",
	} {
		got := missing("", read(old), read(now), false)
		slices.Sort(got)
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("%s: %s; want %s", now, text, want)
		}
	}
	if got := differences(&call{Status: 200, Type: "a"}, &call{Status: 201, Type: "b"}); len(got) != 2 {
		t.Errorf("another status and another type: %q", got)
	}
}
