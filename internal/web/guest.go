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
	// With this prefix browsers bind the cookie to this host and to https. On a
	// plain local network there is no https, so the cookie has no prefix.
	secureCookie = "__Host-kydai"
	plainCookie  = "kydai"
	cookieAge    = 400 * 24 * time.Hour // browsers keep cookies no longer

	idBytes    = 32
	minKey     = 32 // bytes
	maxCookie  = 512
	guestWord  = "Guest " // clients translate it
	guestFirst = 1000
	guestCount = 9000
)

var b64 = base64.RawURLEncoding

// guests signs and verifies the cookies of players without an account: id, name
// and creation time. Nothing is stored on the server. The first key signs; all
// keys verify.
type guests struct {
	keys [][]byte
	now  func() time.Time
}

// newGuest returns a guest with an unguessable random id.
func newGuest() play.Player {
	var id [idBytes]byte
	_, _ = rand.Read(id[:]) // never fails
	return play.Player{ID: b64.EncodeToString(id[:]), Name: guestName(id[:])}
}

// guestName is the default name of a guest: "Guest 4821".
func guestName(id []byte) string {
	sum := sha256.Sum256(id)
	return guestWord + strconv.Itoa(guestFirst+int(binary.BigEndian.Uint32(sum[:4])%guestCount))
}

// guestWithout returns the default name of a guest without an account name, by
// the player id; "" for other players.
func guestWithout(name, player string) string {
	id, err := b64.DecodeString(player)
	if name != "" || err != nil || len(id) != idBytes {
		return ""
	}
	return guestName(id)
}

// renewAfter is the age after which a cookie is replaced at the next request.
const renewAfter = 7 * 24 * time.Hour

// value returns the value of a guest's cookie: id, name, time in seconds since
// 1970 and a signature. Cookies of old releases have no time.
func (g guests) value(p play.Player) string {
	signed := p.ID + "." + b64.EncodeToString([]byte(p.Name)) + "." + strconv.FormatInt(g.now().Unix(), 10)
	return signed + "." + b64.EncodeToString(sign(g.keys[0], signed))
}

func sign(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte("guest " + text)) // never fails
	return mac.Sum(nil)
}

// read verifies a cookie and returns its guest, and whether the cookie should be renewed.
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
	if len(parts) == 2 { // an old cookie without a time
		return p, true, true
	}
	seconds, err := strconv.ParseInt(parts[2], 10, 64)
	age := g.now().Sub(time.Unix(seconds, 0))
	if err != nil || age > cookieAge {
		return play.Player{}, false, false
	}
	return p, by > 0 || age > renewAfter, true
}

// cookie returns the cookie of a guest. A secure cookie can only be set over https.
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
