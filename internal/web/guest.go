package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kydai/game"
	"kydai/play"
)

const (
	// The prefix makes browsers keep the cookie to this host and to https. On
	// a plain local network there is no https, and so no prefix.
	secureCookie = "__Host-kydai"
	plainCookie  = "kydai"
	cookieAge    = 400 * 24 * time.Hour // browsers keep none for longer

	idBytes    = 32
	maxName    = 24 // characters
	minKey     = 32 // bytes
	maxCookie  = 512
	guestWord  = "Khách "
	guestFirst = 1000
	guestCount = 9000
)

var b64 = base64.RawURLEncoding

// guests signs and reads the cookies of people without an account: who they
// are, and the name they chose. Nothing of it is stored here.
type guests struct{ key []byte }

// newGuest draws a guest nobody can guess.
func newGuest() play.Player {
	var id [idBytes]byte
	_, _ = rand.Read(id[:]) // never fails
	return play.Player{ID: b64.EncodeToString(id[:]), Name: guestName(id[:])}
}

// guestName is the name of one who has chosen none: "Khách 4821".
func guestName(id []byte) string {
	sum := sha256.Sum256(id)
	return guestWord + strconv.Itoa(guestFirst+int(binary.BigEndian.Uint32(sum[:4])%guestCount))
}

// value is the cookie of a guest.
func (g guests) value(p play.Player) string {
	signed := p.ID + "." + b64.EncodeToString([]byte(p.Name))
	return signed + "." + b64.EncodeToString(g.sign(signed))
}

func (g guests) sign(text string) []byte {
	mac := hmac.New(sha256.New, g.key)
	_, _ = mac.Write([]byte("guest " + text)) // never fails
	return mac.Sum(nil)
}

// read returns the guest of a cookie that was signed here.
func (g guests) read(value string) (play.Player, bool) {
	if len(value) > maxCookie {
		return play.Player{}, false
	}
	cut := strings.LastIndexByte(value, '.')
	if cut < 0 {
		return play.Player{}, false
	}
	mac, err := b64.DecodeString(value[cut+1:])
	if err != nil || !hmac.Equal(mac, g.sign(value[:cut])) {
		return play.Player{}, false
	}
	id, rest, _ := strings.Cut(value[:cut], ".")
	name, err := b64.DecodeString(rest)
	return play.Player{ID: id, Name: string(name)}, err == nil
}

// cookie makes the cookie of a guest. Only https may have a secure one.
func (g guests) cookie(p play.Player, secure bool) *http.Cookie {
	c := &http.Cookie{
		Name: plainCookie, Value: g.value(p), Path: "/", MaxAge: int(cookieAge / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if secure {
		c.Name, c.Secure = secureCookie, true
	}
	return c
}

// checkName tidies a name that somebody chose.
func checkName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > maxName || !utf8.ValidString(name) {
		return "", game.Err(badName, "a name has 1 to 24 characters")
	}
	for _, r := range name {
		// Nothing that cannot be seen, and nothing that turns the line around.
		if !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r) {
			return "", game.Err(badName, "a name has letters, digits, signs and spaces")
		}
	}
	return name, nil
}
