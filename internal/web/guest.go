package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai/internal/play"
)

const (
	// With the prefix __Host-, browsers bind the cookie to this host and to https. A plain local
	// network has no https, so the cookie has no prefix there.
	secureCookie = "__Host-kydai"
	plainCookie  = "kydai"
	cookieAge    = 400 * 24 * time.Hour // the longest time for which browsers keep a cookie

	idBytes    = 32
	minKey     = 32 // minimum size of a key in bytes
	maxCookie  = 512
	guestWord  = "Guest " // clients replace this word with a translation
	guestFirst = 1000
	guestCount = 9000
)

var b64 = base64.RawURLEncoding

// guests signs and verifies the cookies of players without an account. A cookie holds the player's
// id, name and time of signing; the server stores nothing. The first key signs; all keys verify.
type guests struct {
	keys [][]byte
	now  func() time.Time
}

// newGuest returns a guest with a random id that cannot be guessed.
func newGuest() play.Player {
	var id [idBytes]byte
	_, _ = rand.Read(id[:]) // rand.Read never fails
	return play.Player{ID: b64.EncodeToString(id[:]), Name: guestName(id[:])}
}

// guestName returns the default name of a guest, such as "Guest 4821". It depends only on the id.
func guestName(id []byte) string {
	sum := sha256.Sum256(id)
	return guestWord + strconv.Itoa(guestFirst+int(binary.BigEndian.Uint32(sum[:4])%guestCount))
}

// guestWithout returns the default name of a guest, derived from the player id. It returns "" if
// the player has a name already, or if the id does not have the form of a guest's id.
func guestWithout(name, player string) string {
	id, err := b64.DecodeString(player)
	if name != "" || err != nil || len(id) != idBytes {
		return ""
	}
	return guestName(id)
}

// renewAfter is the age after which the server replaces a cookie at the next request.
const renewAfter = 7 * 24 * time.Hour

// value returns the value of a guest's cookie: id, name, time in seconds since 1970 and a
// signature. Cookies of old releases contain no time.
func (g guests) value(p play.Player) string {
	signed := p.ID + "." + b64.EncodeToString([]byte(p.Name)) + "." + strconv.FormatInt(g.now().Unix(), 10)
	return signed + "." + b64.EncodeToString(sign(g.keys[0], signed))
}

func sign(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte("guest " + text)) // Write of a hash never fails
	return mac.Sum(nil)
}

// read verifies a cookie. It returns the cookie's guest, and whether the cookie should be renewed.
func (g guests) read(value string) (p play.Player, renew, ok bool) {
	cut := strings.LastIndexByte(value, '.')
	if len(value) > maxCookie || cut < 0 {
		return p, false, false
	}
	mac, err := b64.DecodeString(value[cut+1:])
	if err != nil {
		return p, false, false
	}
	by := slices.IndexFunc(g.keys, func(key []byte) bool { return hmac.Equal(mac, sign(key, value[:cut])) })
	parts := strings.Split(value[:cut], ".")
	if by < 0 || len(parts) < 2 || len(parts) > 3 {
		return p, false, false
	}
	name, err := b64.DecodeString(parts[1])
	if err != nil {
		return p, false, false
	}
	p = play.Player{ID: parts[0], Name: string(name)}
	if len(parts) == 2 { // a cookie of an old release, without a time
		return p, true, true
	}
	seconds, err := strconv.ParseInt(parts[2], 10, 64)
	age := g.now().Sub(time.Unix(seconds, 0))
	if err != nil || age > cookieAge {
		return play.Player{}, false, false
	}
	return p, by > 0 || age > renewAfter, true
}

// cookie returns the cookie of a guest. Browsers accept a secure cookie only over https.
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
