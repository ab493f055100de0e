package charset

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"
)

const (
	plain = "[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 {红方略优} 1-0\n"
	full  = "[Red \"胡榮華\"]\n\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8 {紅方略優} 1-0\n"
	latin = "[White \"M\xfcller, J\xf6rg\"]\n\n1. e4 e5 {tr\xe8s bien, \xc5ke} *\n"
	viet  = "[Red \"Lại Lý Huynh\"]\n\n1. P2-5 M8.7 {Tướng đi đâu?} *\n"
)

// read reads one byte at a time, so that the result does not depend on the sizes of reads.
func read(t *testing.T, text []byte, name string) string {
	t.Helper()
	out, err := io.ReadAll(NewReader(iotest.OneByteReader(bytes.NewReader(text)), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func encode(t *testing.T, name, text string) []byte {
	t.Helper()
	out, ok := Encode(name, []byte(text))
	if !ok {
		t.Fatalf("%s cannot hold %q", name, text)
	}
	return out
}

// TestGuess reads texts of different lengths in each encoding without naming the encoding. The
// result must be the same at every length and wherever the blocks end.
func TestGuess(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{UTF8, plain}, {UTF8, full}, {UTF8, viet}, {GB18030, plain}, {GB18030, full}, {Big5, full},
		{GB18030, "马8进7"}, {GB18030, "車9平8 炮２平５\n"}, {Big5, "馬8進7 車9平8"}, {GB18030, "红胜"}, {Big5, "紅勝"},
		{GB18030, "2. ♘f3 d6\n"},
	} {
		for _, times := range []int{1, 5, 3000} {
			want := strings.Repeat(c.text, times)
			if got := read(t, encode(t, c.name, want), ""); got != want {
				t.Errorf("%s, %d times %q: got %q", c.name, times, c.text, got[:min(len(got), 200)])
			}
		}
	}
	if got := read(t, []byte(latin), ""); got != latin {
		t.Errorf("Latin letters became %q", got)
	}
	mixed := append(encode(t, GB18030, strings.Repeat(plain, 3000)), strings.Repeat(viet, 3000)...)
	if got := read(t, mixed, ""); !strings.HasSuffix(got, viet) || !strings.HasPrefix(got, plain) {
		t.Error("a file that changes from GB18030 to UTF-8 is not read")
	}
}

func TestUTF16(t *testing.T) {
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		text, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().Bytes([]byte(plain))
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, text, ""); got != plain {
			t.Errorf("got %q", got)
		}
	}
}

// TestSaid checks that an encoding named by the caller is used without detection.
func TestSaid(t *testing.T) {
	if got := read(t, encode(t, Big5, "馬"), Big5); got != "馬" {
		t.Errorf("got %q", got)
	}
	if got := Decode(encode(t, GB18030, "和")); got != "和" {
		t.Errorf("got %q", got)
	}
	if _, ok := Encode(Big5, []byte("Tướng")); ok {
		t.Error("Big5 has no Vietnamese letters")
	}
	if _, ok := Encode("klingon", nil); ok || Known("klingon") {
		t.Error("an encoding that is not there")
	}
}

// TestFailure checks that an error of the input stream is returned only after all text that came
// before it.
func TestFailure(t *testing.T) {
	broken := errors.New("pulled out")
	in := io.MultiReader(strings.NewReader(viet), iotest.ErrReader(broken))
	got, err := io.ReadAll(NewReader(in, ""))
	if string(got) != viet || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzReader(f *testing.F) {
	for _, text := range []string{plain, full, latin, viet, "\xff\xfea\x00", "\xfe\xff"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := io.ReadAll(NewReader(bytes.NewReader(data), ""))
		if err != nil {
			t.Fatal(err)
		}
		if len(out) > 4*len(data)+4 {
			t.Fatalf("%d bytes became %d", len(data), len(out))
		}
		slow := read(t, data, "")
		if slow != string(out) {
			t.Fatal("how the bytes come in makes a difference")
		}
	})
}
