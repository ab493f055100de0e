package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kydai/test/servers"
)

// blocksOf returns the code blocks of a language in a Markdown text.
func blocksOf(text, language string) (blocks []string) {
	for _, part := range strings.Split(text, "```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	return blocks
}

// TestRunbookQueries types every SQL query of the runbook into PostgreSQL. The query for locks must
// name the transaction that holds one.
func TestRunbookQueries(t *testing.T) {
	at, _ := servers.Schema(t, servers.PostgresAddress())
	connect := func() *pgx.Conn {
		c, err := pgx.Connect(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close(t.Context()) })
		return c
	}
	holder, waits, asks := connect(), connect(), connect()
	for _, text := range []string{`CREATE TABLE held (x int)`, `BEGIN`, `LOCK TABLE held IN SHARE MODE`} {
		if _, err := holder.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan error, 1)
	go func() {
		_, err := waits.Exec(t.Context(), `INSERT INTO held VALUES (1)`)
		done <- err
	}()
	queries := blocksOf(readText(t, "../../docs/runbook.md"), "sql")
	if len(queries) < 2 {
		t.Fatalf("the runbook has %d queries", len(queries))
	}
	for _, query := range queries {
		if _, err := asks.Exec(t.Context(), query); err != nil {
			t.Errorf("%s%v", query, err)
			continue
		}
		if !strings.Contains(query, "pg_blocking_pids") {
			continue
		}
		names := func() bool { // other tests may hold locks on the same server
			rows, err := asks.Query(t.Context(), query)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			for rows.Next() {
				if values, err := rows.Values(); err == nil && values[0] == int32(holder.PgConn().PID()) { //nolint:gosec // process ids are small
					return true
				}
			}
			return false
		}
		for until := time.Now().Add(20 * time.Second); !names(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatal("the query for locks does not name the transaction that holds one")
			}
		}
	}
	if _, err := holder.Exec(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestRunbookCommands checks that the shell can parse every command of the runbook and that no
// command contains an ellipsis, which nobody can type.
func TestRunbookCommands(t *testing.T) {
	text := readText(t, "../../docs/runbook.md")
	commands := blocksOf(text, "sh")
	if len(commands) < 4 {
		t.Fatalf("the runbook has %d commands", len(commands))
	}
	for _, command := range append(commands, blocksOf(text, "sql")...) {
		if strings.Contains(command, "…") {
			t.Errorf("this is no command: %s", command)
		}
	}
	for _, command := range commands {
		cmd := exec.CommandContext(t.Context(), "sh", "-n")
		cmd.Stdin = strings.NewReader(command)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s%v\n%s", command, err, out)
		}
	}
}
