package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// chasing is the record of a game of Chinese chess in which a rook perpetually chases a cannon. The
// tests check the warning, the ruling and the reasons for this game, in two languages and under
// another rule set.
const chasing = `[Event "?"]
[Game "Chinese Chess"]
[FEN "9/9/4k4/9/9/8R/9/9/3K5/7c1 w - - 0 1"]

1. R1-4 C8-4 2. R1+4 C8+4 3. R1-4 C8-4 4. R1+4 C8+4 5. R1-4 *
`

func TestJudge(t *testing.T) {
	file := filepath.Join(t.TempDir(), "chase.pgn")
	if err := os.WriteFile(file, []byte(chasing), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{
			"game 1: xiangqi, 9 moves", "warning after 4 moves, h4h0: Red: perpetual chase of Cannon 8 (unprotected) by Rook 1; Black: free moves → Red must vary",
			"ended after 8 moves: black wins, perpetual chase", "the record has 1 move after the end",
			"by the law wxf: Red: perpetual chase of Cannon 8 (unprotected) by Rook 1; Black: free moves → Red loses",
			"1. R1-4: Rook 1 chases Cannon 8 (unprotected)", "2. C8-4: free move",
		}},
		{[]string{"--lang", "vi", "--brief"}, []string{
			"Đỏ: Xe 1 đuổi bắt mãi Pháo 8 không có căn; Đen: nước tự do → Đỏ phải đổi nước",
			"Đỏ: Xe 1 đuổi bắt mãi Pháo 8 không có căn; Đen: nước tự do → Đỏ thua",
		}},
		{[]string{"--lang", "zh-Hans"}, []string{
			"warning after 4 moves, h4h0: 红方：1路车长捉8路炮（无根）；黑方：闲着 → 红方必须变着",
			"by the law wxf: 红方：1路车长捉8路炮（无根）；黑方：闲着 → 红方判负",
			"1. 车一退四: 1路车捉8路炮（无根）", "2. 炮8退4: 闲着",
		}},
		{[]string{"--lang", "zh-Hant", "--brief"}, []string{"by the law wxf: 紅方：1路車長捉8路炮（無根）；黑方：閒著 → 紅方判負"}},
		{[]string{"--option", "law=online"}, []string{"after 9 moves: the rules have not ended the game"}},
	} {
		got := kydai("", append([]string{"judge", file}, c.args...)...)
		if got.code != 0 {
			t.Errorf("%v: %+v", c.args, got)
		}
		for _, want := range c.want {
			if !strings.Contains(got.out, want+"\n") {
				t.Errorf("%v: no %q in\n%s", c.args, want, got.out)
			}
		}
	}
}

func TestJudgeRefuses(t *testing.T) {
	for _, args := range [][]string{{"judge"}, {"judge", "-", "--lang", "de"}, {"judge", "-", "--game", "nothing"}} {
		if got := kydai(chasing, args...); got.code != exitUsage {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := kydai("", "judge", filepath.Join(t.TempDir(), "nowhere.pgn")); got.code != exitFailure {
		t.Errorf("%+v", got)
	}
}
