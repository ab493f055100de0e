package texts_test

import (
	"os"
	"testing"

	"kydai/game"
	"kydai/games/chess"
	"kydai/reason"
	"kydai/reason/texts"
)

func TestSay(t *testing.T) {
	all := map[string]texts.Texts{}
	for _, lang := range []string{"vi", "en", "zh-Hans", "zh-Hant"} {
		data, err := os.ReadFile("../../games/chess/text/reason." + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if all[lang], err = texts.Read(data); err != nil {
			t.Fatal(err)
		}
	}
	p, err := chess.Rules{}.New(game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	name := texts.SquareName(chess.Rules{}, p)
	list := []reason.Reason{{Role: reason.Does, Move: "d5c7", Motif: reason.Motif{
		Code: "fork", By: []reason.Piece{{Square: 50, Letter: "n"}}, Of: []reason.Piece{{Square: 56, Letter: "r"}, {Square: 60, Letter: "k"}},
	}}}
	for lang, want := range map[string]string{
		"vi": "Mã c7 bắt đôi xe a8 và vua e8.",
		"en": "The knight on c7 forks the rook on a8 and the king on e8.",

		"zh-Hans": "c7的马击双：a8的车和e8的王。",
		"zh-Hant": "c7的騎士擊雙：a8的城堡和e8的國王。",
	} {
		if got := all[lang].Say(&list[0], "Nxc7+", name); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	list[0].Role = reason.Misses
	if got, want := all["vi"].Say(&list[0], "Nxc7+", name), "Bỏ lỡ Nxc7+: mã c7 bắt đôi xe a8 và vua e8."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, err := texts.Read([]byte("{")); err == nil {
		t.Error("broken texts are read")
	}
}
