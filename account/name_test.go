package account

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kydai/game"
)

func name(t *testing.T, text string) Name {
	t.Helper()
	n, err := ParseName(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return n
}

func code(err error) string {
	var e *game.Error
	if errors.As(err, &e) && e.Text != "" {
		return e.Code
	}
	return ""
}

func TestParseName(t *testing.T) {
	for text, shown := range map[string]string{
		"Hùng": "Hùng", "  Nguyễn   Văn  An ": "Nguyễn Văn An", "Đặng Thị Ngọc Ánh": "Đặng Thị Ngọc Ánh",
		"ab": "ab", "a1": "a1", "J.-P": "", "Jean-Luc": "Jean-Luc", "x_y.z": "x_y.z", "ABCDEFGHIJKLMNOPQRSTUVWX": "ABCDEFGHIJKLMNOPQRSTUVWX",
		"Ｎａｍ": "Nam", "王小明": "王小明", "たけしクン山": "たけしクン山", "サッカー": "サッカー", "김철수": "김철수", "Иван Ильич": "Иван Ильич",
		"Γιώργος": "Γιώργος", "محمد": "محمد", "สมชาย": "สมชาย", "राम": "राम", "Kýdai fan": "Kýdai fan",
	} {
		n, err := ParseName(text)
		if shown == "" {
			if err == nil {
				t.Errorf("%q was read as %q", text, n.Shown)
			}
			continue
		}
		if err != nil || n.Shown != shown || n.Key == "" || n.Skeleton == "" {
			t.Errorf("%q is %+v, %v", text, n, err)
		}
	}
}

func TestRefusedNames(t *testing.T) {
	for text, want := range map[string]string{
		"": BadName, "a": BadName, " a ": BadName, "123": BadName, "..": BadName, strings.Repeat("a", 25): BadName,
		strings.Repeat(" a", 4000): BadName, "\xff\xfe": BadName,
		"pаypal" /* Cyrillic а */ : BadName, "Hùngя": BadName, "王kim": BadName, "あ김": BadName,
		"a\u200bb": BadName, "a\u202eb": BadName, "ab\u3164": BadName, "a\nb": BadName, "<b>x</b>": BadName, "a@b": BadName, "😀😀": BadName,
		"-ab": BadName, "ab-": BadName, "a--b": BadName, "a - b": BadName, "ab.": BadName, "a\u0301\u0302\u0303\u0304b": BadName, "\u0301ab": BadName, "1\u0301a": BadName,
		"٣٤ab": BadName, "𐍈𐍈": BadName, "ab\u2800": BadName,
		"admin": ReservedName, "Admin 2": ReservedName, "ADMIN": ReservedName, "the admin": ReservedName, "Kydai": ReservedName, "kydai-team": ReservedName,
		"Quản Trị": ReservedName, "ban quản trị": ReservedName, "Hệ thống 1": ReservedName, "guest": ReservedName, "Khách 12": ReservedName, "khách123": ReservedName, "Cấp 4": ReservedName,
		"Level 8": ReservedName, "mod": ReservedName, "Máy": ReservedName, "Ａｄｍｉｎ": ReservedName,
	} {
		if n, err := ParseName(text); code(err) != want {
			t.Errorf("%q: %+v, %v, want %s", text, n, err, want)
		}
	}
	for _, usual := range []string{"Robotnik", "Máy Bay", "Khách Sạn", "Adminton", "Modest", "Cấp Tiến", "Admiral"} {
		name(t, usual)
	}
}

// TestClash checks that names which are equal or look alike clash, and that names which differ in
// Vietnamese tones do not.
func TestClash(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Hùng", "Hưng", false}, {"Hùng", "Hung", false}, {"Hưng", "Hung", false}, {"Hùng", "hùng", true}, {"Hùng", "HÙNG", true},
		{"Hùng", norm.NFD.String("Hùng"), true}, {"Đan", "Dan", false}, {"Lan Anh", "lan  anh", true}, {"LanAnh", "Lan Anh", false},
		{"coco", "сосо" /* Cyrillic */, true}, {"COCO", "сосо", true}, {"НОРЕ" /* Cyrillic */, "hope", true},
		{"paypal", "paypaI", true}, {"PAYPAL", "paypaI", true}, {"Mom", "Morn", true}, {"Bob0", "BobO", true}, {"Anna", "Arma", false},
		{"Minh", "Mính", false}, {"Ngân", "Ngan", false}, {"Quỳnh", "Quýnh", false}, {"An-1", "An_1", false},
	} {
		a, b := name(t, c.a), name(t, c.b)
		if a.Clash(b) != c.want || b.Clash(a) != c.want {
			t.Errorf("%q and %q: clash is not %v (%q, %q)", c.a, c.b, c.want, a.Skeleton, b.Skeleton)
		}
	}
}

// TestVietnameseLetters checks that no two Vietnamese letters with tones have the same
// skeleton.
func TestVietnameseLetters(t *testing.T) {
	seen := map[string]rune{}
	for _, base := range "aăâeêioôơuưy" {
		for _, tone := range []string{"", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323"} {
			letter := norm.NFC.String(string(base) + tone)
			if utf8.RuneCountInString(letter) != 1 {
				t.Fatalf("%q is no letter", letter)
			}
			n := name(t, "x"+letter+"q")
			r, _ := utf8.DecodeRuneInString(letter)
			if other, ok := seen[n.Skeleton]; ok {
				t.Errorf("%c and %c look alike", r, other)
			}
			seen[n.Skeleton] = r
			if upper := name(t, "X"+strings.ToUpper(letter)+"Q"); upper.Key != n.Key {
				t.Errorf("%q and %q have different keys", upper.Shown, n.Shown)
			}
		}
	}
	if len(seen) != 72 {
		t.Errorf("there are %d letters", len(seen))
	}
}

// TestConfusables checks the table of confusable characters: its size, and some entries
// against UTS #39.
func TestConfusables(t *testing.T) {
	if n := len(prototypes()); n != 6311 {
		t.Errorf("the table has %d characters", n)
	}
	for text, want := range map[string]string{"раураl": "paypal", "m": "rn", "0": "O", "1": "l", "I": "l", "ﬁ": "fi", "Ѕ": "S"} {
		if got := skeleton(text); got != want {
			t.Errorf("the skeleton of %q is %q, want %q", text, got, want)
		}
	}
}

func TestMayRename(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	if err := MayRename(time.Time{}, now); err != nil {
		t.Errorf("a first change: %v", err)
	}
	if err := MayRename(now.Add(-renameGap), now); err != nil {
		t.Errorf("after a month: %v", err)
	}
	err := MayRename(now.Add(-renameGap+time.Second), now)
	if code(err) != TooSoon || !strings.Contains(err.Error(), "2026-11-16") {
		t.Errorf("a second too early: %v", err)
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"Hùng", "  Nguyễn Văn  An ", "admin", "a\u0301\u0302b", "сосо", "王小明", "Ｎａｍ", "\xff", "a\u200db", "ſ1", "İstanbul", "ΌΣΟΣ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseName(text)
		if err != nil {
			if code(err) == "" {
				t.Fatalf("%q: %v has no code", text, err)
			}
			return
		}
		if c := utf8.RuneCountInString(n.Shown); c < leastName || c > mostName {
			t.Fatalf("%q has %d characters", n.Shown, c)
		}
		if back, err := ParseName(n.Shown); err != nil || back != n {
			t.Fatalf("%q is %+v, and read again %+v, %v", text, n, back, err)
		}
		if strings.TrimSpace(n.Shown) != n.Shown || strings.Contains(n.Shown, "  ") || !norm.NFKC.IsNormalString(n.Shown) {
			t.Fatalf("%q is shown as %q", text, n.Shown)
		}
	})
}
