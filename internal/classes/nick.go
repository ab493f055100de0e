package classes

import (
	"encoding/binary"
	"io"
	"strconv"

	"kydai/account"
)

// words holds the words of nicknames by language. A nickname is an animal and an
// adjective, in the word order of the language, with a number if earlier choices are
// taken.
var words = map[string]struct{ animals, qualities []string }{
	"vi": {
		animals: []string{
			"Gấu", "Thỏ", "Mèo", "Sóc", "Voi", "Hổ", "Cáo", "Rùa", "Nai", "Chim", "Cá Heo", "Ong", "Bướm", "Hươu", "Vịt", "Ngựa",
			"Khỉ", "Nhím", "Én", "Công", "Rồng", "Cú", "Hải Cẩu", "Chuồn Chuồn", "Báo", "Sư Tử", "Cánh Cụt", "Kiến", "Ốc", "Dế",
		},
		qualities: []string{
			"Xanh", "Đỏ", "Vàng", "Tím", "Hồng", "Nâu", "Trắng", "Vui", "Ngoan", "Nhanh", "Khéo", "Hiền", "Giỏi", "Chăm", "Tinh", "Khỏe",
			"Dũng", "Sáng", "Cam", "Bạc", "Biếc", "Nhỏ", "Xinh", "Bền",
		},
	},
	"en": {
		animals: []string{
			"Bear", "Rabbit", "Cat", "Squirrel", "Elephant", "Tiger", "Fox", "Turtle", "Deer", "Robin", "Dolphin", "Bee", "Butterfly", "Moose",
			"Duck", "Horse", "Monkey", "Hedgehog", "Swallow", "Peacock", "Dragon", "Owl", "Seal", "Panda", "Leopard", "Lion", "Penguin", "Otter",
		},
		qualities: []string{
			"Blue", "Red", "Golden", "Purple", "Pink", "Brown", "White", "Happy", "Kind", "Quick", "Clever", "Gentle", "Bright", "Busy", "Brave",
			"Strong", "Silver", "Green", "Calm", "Little", "Merry", "Sunny", "Tidy", "Lucky",
		},
	},
}

// Languages lists the languages in which nicknames are available.
func Languages() []string { return []string{"vi", "en"} }

// nickTries is the maximum number of nicknames tried for a child. The first plainNick tries have
// no number; later ones have a number up to nickMost. Each language has about 600,000 nicknames
// with a number.
const (
	nickTries = 12
	plainNick = 3
	nickMost  = 999
)

// nickname returns a random nickname in a language. try is the number of earlier tries for the same
// child.
func nickname(lang string, try int, random io.Reader) (account.Name, error) {
	w, ok := words[lang]
	if !ok {
		w = words["en"]
	}
	var raw [12]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return account.Name{}, err
	}
	pick := func(i, n int) int { return int(binary.BigEndian.Uint32(raw[i*4:]) % uint32(n)) } //nolint:gosec // n is the length of a word list or a small constant
	animal, quality := w.animals[pick(0, len(w.animals))], w.qualities[pick(1, len(w.qualities))]
	nick := animal + " " + quality
	if lang != "vi" {
		nick = quality + " " + animal
	}
	if try >= plainNick {
		nick += " " + strconv.Itoa(2+pick(2, nickMost-1))
	}
	return account.ParseName(nick)
}
