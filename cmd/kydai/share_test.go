package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/play"
	"kydai/match"
	"kydai/test/servers"
)

// behind is a test client that sends the header of a proxy, so that the server sees the given IP
// address as the client's address.
type behind struct {
	*visitor
	address string
}

func newBehind(t *testing.T, url, address string) *behind {
	t.Helper()
	return &behind{newVisitor(t, url), address}
}

// try sends a request and returns the status and the body. If the server is busy, try waits for the
// time that the server requests and retries.
func (b *behind) try(method, path string, body any) (status int, answer []byte) {
	for range 30 {
		var again time.Duration
		if status, answer, again = b.once(method, path, body); again == 0 {
			break
		}
		time.Sleep(again)
	}
	return status, answer
}

// once sends a request without retries. If the server answers that it is busy, the result again is
// the waiting time from the header Retry-After; otherwise again is 0.
func (b *behind) once(method, path string, body any) (status int, answer []byte, again time.Duration) {
	text, err := json.Marshal(body)
	if err != nil {
		b.t.Error(err)
	}
	q, err := http.NewRequestWithContext(context.Background(), method, b.url+path, bytes.NewReader(text))
	if err != nil {
		b.t.Error(err)
		return 0, nil, 0
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("X-Forwarded-For", b.address)
	r, err := b.c.Do(q)
	if err != nil {
		return 0, []byte(err.Error()), 0
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	answer, _ = io.ReadAll(r.Body)
	var problem struct{ Code string }
	if r.StatusCode == http.StatusServiceUnavailable && json.Unmarshal(answer, &problem) == nil && problem.Code == play.Busy {
		seconds, _ := strconv.Atoi(r.Header.Get("Retry-After")) // 0 if the server sends no Retry-After; then try does not repeat the request
		again = time.Duration(seconds) * time.Second
	}
	return r.StatusCode, answer, again
}

// start starts a match and returns its id, or "" if the server refuses.
func (b *behind) start(seats ...map[string]any) (id string, status int) {
	status, answer := b.try(http.MethodPost, "/api/matches", map[string]any{"game": "chess", "seats": seats})
	var made struct{ ID string }
	_ = json.Unmarshal(answer, &made) // if the answer is not JSON, for example after a refusal, the id stays empty
	return made.ID, status
}

func levelSeat(n int) map[string]any { return map[string]any{"kind": "level", "level": n} }

var humanSeat = map[string]any{"kind": "human"}

// watch opens a socket that watches a match until the test ends.
func (b *behind) watch(id string) {
	b.t.Helper()
	u := strings.TrimPrefix(b.url, "http")
	q, _ := http.NewRequest(http.MethodGet, b.url, http.NoBody)
	header := http.Header{"X-Forwarded-For": {b.address}, "Origin": {b.url}}
	for _, c := range b.c.Jar.Cookies(q.URL) {
		header.Add("Cookie", c.Name+"="+c.Value)
	}
	c, r, err := websocket.DefaultDialer.Dial("ws"+u+"/api/socket", header)
	if err != nil {
		b.t.Fatal(err)
	}
	_ = r.Body.Close()
	b.t.Cleanup(func() { _ = c.Close() })
	if err := c.WriteJSON(map[string]any{"t": "watch", "id": id}); err != nil {
		b.t.Fatal(err)
	}
	go func() {
		for {
			if _, _, err := c.ReadMessage(); err != nil {
				return
			}
		}
	}()
}

// shownBoard holds the fields of a match's view that the test client needs to choose a move.
type shownBoard struct {
	Ply    int
	Turn   string
	Result *struct{ Why string }
	Legal  []struct{ Code string }
}

// round plays a move and waits for the engine's answer. It returns how long the answer took, the
// error code if a request was refused, and whether the game is over.
func (b *behind) round(id string, patience time.Duration) (took time.Duration, refused string, over bool) {
	var v shownBoard
	status, answer := b.try(http.MethodGet, "/api/matches/"+id, nil)
	if status != http.StatusOK || json.Unmarshal(answer, &v) != nil {
		return 0, string(answer), false
	}
	if v.Result != nil || len(v.Legal) == 0 {
		return 0, "", true
	}
	if status, answer := b.try(http.MethodPost, "/api/matches/"+id+"/moves", map[string]any{"ply": v.Ply, "code": v.Legal[v.Ply%len(v.Legal)].Code}); status != http.StatusOK {
		return 0, string(answer), false
	}
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		var now shownBoard
		status, answer := b.try(http.MethodGet, "/api/matches/"+id, nil)
		switch {
		case status != http.StatusOK || json.Unmarshal(answer, &now) != nil:
			return 0, string(answer), false
		case now.Ply >= v.Ply+2 || now.Result != nil:
			return time.Since(began), "", now.Result != nil
		case time.Since(began) > patience:
			return time.Since(began), "", false
		}
	}
}

// stranger checks that engine level 1 answers a move within 3 s if the client is at another IP
// address than the other clients of the test. It makes up to six attempts, because other programs
// may use the machine at the same time.
func stranger(t *testing.T, url string) {
	t.Helper()
	var took time.Duration
	for range 6 {
		s := newBehind(t, url, "198.51.100.7")
		id, status := s.start(humanSeat, levelSeat(1))
		if status != http.StatusOK {
			t.Fatalf("a stranger is answered %d", status)
		}
		var refused string
		if took, refused, _ = s.round(id, 10*time.Second); refused != "" {
			t.Fatalf("a stranger is refused: %s", refused)
		}
		t.Logf("level 1 answered a stranger after %v", took)
		if took <= 3*time.Second {
			return
		}
	}
	t.Errorf("level 1 answered a stranger after %v", took)
}

// engineSeconds reads the total search time of all engines, in seconds, from the metrics.
func engineSeconds(t *testing.T, admin string) float64 {
	t.Helper()
	return figure(t, admin, "engine_seconds_total")
}

// wholeDoors reports whether the tests run for "make doors", which sets an environment variable.
// The tests then measure for a whole minute and play 15 moves on each board instead of 2.
func wholeDoors() bool { return os.Getenv("KYDAI_TEST_DOORS") != "" }

// heapGrowth starts to measure the live heap of this process, as the last garbage collection
// counted it. The returned function ends the measurement and returns the largest growth since the
// start, in MB. Until the next collection, memory of a search that has ended still counts.
func heapGrowth() func() float64 {
	live := func() float64 {
		m := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(m)
		return float64(m[0].Value.Uint64()) / 1e6
	}
	runtime.GC()
	before := live()
	most := before
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			most = max(most, live())
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() float64 {
		runtime.GC()
		close(stop)
		<-stopped
		return max(most, live()) - before
	}
}

// TestEngineTimeIsShared lets many guests at one IP address use engine time on every route. It
// checks that a client at another IP address still gets answers.
func TestEngineTimeIsShared(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for many seconds")
	}
	length := 8 * time.Second
	if wholeDoors() {
		length = time.Minute
	}
	admin := servers.FreeAddress(t)
	url, _ := startServer(t, t.TempDir(), "--workers", "1", "--proxy", "127.0.0.1", "--admin", admin)
	stranger(t, url) // play one game first, so that the engines and their hash tables exist before the measurement
	grew := heapGrowth()
	spent, began := engineSeconds(t, admin), time.Now()
	const address = "192.0.2.1"
	made := 0
	for i := range 28 {
		b := newBehind(t, url, address)
		spec := "classic:deepening,time=10s"
		if i%2 == 1 {
			spec = "classic:mcts,sims=15000"
		}
		seat := map[string]any{"kind": "algorithm", "spec": spec}
		id, status := b.start(seat, seat)
		if spec == "classic:deepening,time=10s" && status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
			t.Errorf("10 s a move is answered %d", status)
		}
		if id != "" {
			made++
			b.watch(id)
		}
	}
	if made > 2 {
		t.Errorf("one address has %d matches of machines", made)
	}
	var wg sync.WaitGroup
	end := began.Add(length)
	for range 6 {
		b := newBehind(t, url, address)
		id, _ := b.start(humanSeat, levelSeat(9))
		wg.Go(func() {
			for time.Now().Before(end) {
				b.try(http.MethodPost, "/api/matches/"+id+"/hint", map[string]any{"time": 5000, "lines": 5})
				b.round(id, time.Until(end))
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
	time.Sleep(length / 2)
	stranger(t, url)
	wg.Wait()
	used := engineSeconds(t, admin) - spent
	grown := grew()
	t.Logf("%d matches of machines; engines searched %.1f s in %.0f s, the stranger's included; memory grew by %.0f MB at most", made, used, time.Since(began).Seconds(), grown)
	if budget := 8 + 0.2*time.Since(began).Seconds(); used > budget+3 { // allow at most 3 s more for the search of the client at the other IP address
		t.Errorf("engines searched for %.1f s, the budget is %.1f", used, budget)
	}
	if grown > 100 {
		t.Errorf("memory grew by %.0f MB", grown)
	}
}

// TestClassBehindOneAddress lets the players of 30 boards behind one IP address play against engine
// level 3. It checks that no request is refused and that a client at another IP address still gets
// answers.
func TestClassBehindOneAddress(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for many seconds")
	}
	boards, moves := 30, 2
	if wholeDoors() {
		moves = 15
	}
	// With --answer-at-once the engines answer without the pause that imitates a thinking person.
	// During such a pause the 30 test clients would poll 20 times a second. Web pages do not poll,
	// because they get a notification.
	url, _ := startServer(t, t.TempDir(), "--per-address", "32", "--proxy", "127.0.0.1", "--answer-at-once")
	var wg sync.WaitGroup
	var mu sync.Mutex
	var slowest, sum time.Duration
	answers := 0
	for range boards {
		wg.Go(func() {
			b := newBehind(t, url, "192.0.2.9")
			id, status := b.start(humanSeat, levelSeat(3))
			if status != http.StatusOK {
				t.Errorf("a board is answered %d", status)
				return
			}
			for range moves {
				took, refused, over := b.round(id, time.Minute)
				if refused != "" {
					t.Errorf("a board is refused: %s", refused)
				}
				if over || refused != "" {
					return
				}
				mu.Lock()
				slowest, sum, answers = max(slowest, took), sum+took, answers+1
				mu.Unlock()
				time.Sleep(2 * time.Second) // simulates the thinking time of a person
			}
		})
	}
	time.Sleep(time.Second)
	stranger(t, url)
	wg.Wait()
	if answers == 0 {
		t.Fatal("no board was answered")
	}
	t.Logf("%d boards, %d answers of level 3, %v on average, %v the slowest", boards, answers, sum/time.Duration(answers), slowest)
}

// TestSeatsOfStrangers checks the limits on the parameters of an algorithm that a user chooses as
// an opponent on the server. The error must name the parameter that is above its limit.
func TestSeatsOfStrangers(t *testing.T) {
	m, err := newMachines(nil)
	if err != nil {
		t.Fatal(err)
	}
	for spec, says := range map[string]string{
		"classic:deepening,time=1s":        "",
		"classic:deepening,time=10s":       "1s",
		"classic:alphabeta,time=1.5s":      "1s",
		"classic:mcts,sims=15000":          "",
		"classic:mcts,sims=15001":          "15000",
		"classic:alphabeta,depth=21":       "20",
		"classic:alphabeta,nodes=50000000": "5000000",
		"random":                           "",
	} {
		err := m.check("chess", match.Seat{Kind: match.Algorithm, Spec: spec})
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s is answered with %v", spec, err)
		}
	}
}
