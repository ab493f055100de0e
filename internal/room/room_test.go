package room

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"kydai/internal/qrcode"
)

func question(t *testing.T, id uint16, name string, kind dnsmessage.Type, class dnsmessage.Class) []byte {
	t.Helper()
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: id}, Questions: []dnsmessage.Question{{Name: dnsmessage.MustNewName(name), Type: kind, Class: class}}}
	packed, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// TestAnswers checks that queries for the name are answered and queries for other names are not.
// Simple resolvers, which do not send from the mDNS port, must get a response that they understand.
func TestAnswers(t *testing.T) {
	r := &responder{addresses: []netip.Addr{netip.MustParseAddr("192.168.1.5")}}
	for _, c := range []struct {
		name           string
		kind           dnsmessage.Type
		class          dnsmessage.Class
		simple         bool
		answer, direct bool
	}{
		{"kydai.local.", dnsmessage.TypeA, dnsmessage.ClassINET, false, true, false},
		{"KYDAI.local.", dnsmessage.TypeALL, dnsmessage.ClassINET, false, true, false},
		{"kydai.local.", dnsmessage.TypeAAAA, dnsmessage.ClassINET, false, true, false},
		{"kydai.local.", dnsmessage.TypeA, dnsmessage.ClassINET | wantsDirect, false, true, true},
		{"kydai.local.", dnsmessage.TypeA, dnsmessage.ClassINET, true, true, true},
		{"printer.local.", dnsmessage.TypeA, dnsmessage.ClassINET, false, false, false},
		{"kydai.local.", dnsmessage.TypeTXT, dnsmessage.ClassINET, false, false, false},
	} {
		packed, direct := r.answer(question(t, 77, c.name, c.kind, c.class), c.simple)
		if (packed != nil) != c.answer || direct != c.direct {
			t.Errorf("%+v: %d bytes, direct %v", c, len(packed), direct)
		}
		if packed == nil {
			continue
		}
		var m dnsmessage.Message
		if err := m.Unpack(packed); err != nil {
			t.Fatal(err)
		}
		want := uint16(0)
		if c.simple {
			want = 77
		}
		if !m.Response || m.ID != want || (len(m.Questions) == 1) != c.simple || len(m.Answers) != 1 {
			t.Errorf("%+v: %+v", c, m)
		}
		if (&responder{addresses: r.addresses}).contradicts(packed) || !(&responder{}).contradicts(packed) {
			t.Error("who has the name is not told apart")
		}
		if again, _ := r.answer(packed, false); again != nil {
			t.Error("an answer is answered")
		}
	}
	for _, junk := range []string{"", "x", strings.Repeat("\xff", 40)} {
		if packed, _ := r.answer([]byte(junk), false); packed != nil {
			t.Error("junk is answered")
		}
	}
}

// TestAnnounce announces the name in the networks of this machine and queries it.
func TestAnnounce(t *testing.T) {
	all := links()
	i := slices.IndexFunc(all, func(l link) bool { return l.Flags&net.FlagMulticast != 0 && l.addresses[0].Is4() })
	if i < 0 {
		t.Skip("there is no network")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go Announce(ctx, slog.New(slog.DiscardHandler))
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: all[i].addresses[0].AsSlice()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // the connection is only used for a query, so an error of Close does not matter
	packet := make([]byte, 1500)
	for range 20 {
		if _, err := c.WriteTo(question(t, 5, "kydai.local.", dnsmessage.TypeA, dnsmessage.ClassINET), mdnsGroup); err != nil {
			t.Skipf("there is no multicast: %v", err)
		}
		_ = c.SetReadDeadline(time.Now().Add(250 * time.Millisecond))
		n, err := c.Read(packet)
		if err != nil {
			continue
		}
		var m dnsmessage.Message
		if err := m.Unpack(packet[:n]); err != nil || m.ID != 5 || len(m.Answers) == 0 {
			t.Errorf("%v, %v", m, err)
		}
		return
	}
	t.Skip("multicast does not come back to this machine")
}

// drawn returns the QR code of a link as SVG.
func drawn(t *testing.T, link string) string {
	t.Helper()
	picture, err := qrcode.SVG(link)
	if err != nil {
		t.Fatal(err)
	}
	return string(picture)
}

// TestPages checks that the pages show the address by which other machines reach this machine, in
// four languages, and that clients on the internet see no addresses.
func TestPages(t *testing.T) {
	o := Options{
		Site:  func(host string) string { return "https://" + host + ":8443" },
		Plain: func(host string) string { return "http://" + host + ":8080" },
		Addresses: func() []netip.Addr {
			return []netip.Addr{netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("10.0.0.5")}
		},
		Named: true, Authority: []byte("der"), Fingerprint: "AB:CD",
	}
	h, err := Handler(o)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, host, from string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
		r.Host, r.RemoteAddr = host, from
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for _, c := range []struct{ path, host, language, want string }{
		{"/room", "localhost:8080", "", "https://192.168.1.5:8443"},
		{"/room", "10.0.0.5:8443", "", `src="/room/site.svg" alt="Mã QR của https://10.0.0.5:8443"`},
		{"/room", "localhost", "", "https://kydai.local:8443"},
		{"/room", "evil.example", "", "Mã QR của https://192.168.1.5:8443"},
		{"/room", "localhost", "en-GB,vi;q=0.5", "Scan the code"},
		{"/room?lang=vi", "localhost", "en", "quét mã"},
		{"/room", "localhost", "zh-CN,zh;q=0.9", "用手机相机扫"},
		{"/room/trust", "localhost", "zh-TW", "區域網路"},
		{"/room", "localhost", "", "http://192.168.1.5:8080/room/trust"},
		{"/room/trust", "localhost", "", "AB:CD"},
		{"/room/trust", "localhost", "en", "Before you install it"},
		{"/room/trust.svg", "localhost", "", "<svg"},
		{"/room/site.svg", "localhost", "", "<svg"},
		{"/room/site.txt", "localhost:8080", "", "https://192.168.1.5:8443"},
		{"/room/site.txt", "kydai.local", "", "https://kydai.local:8443"},
		{"/room/site.svg?path=/event/abc", "localhost", "", drawn(t, "https://192.168.1.5:8443/event/abc")},
		{"/room/site.svg?path=//evil.example", "localhost", "", drawn(t, "https://192.168.1.5:8443")},
		{"/room/kydai.crt", "localhost", "", "der"},
		{"/room/style.css", "localhost", "", "body"},
	} {
		w := ask(c.path, c.host, "192.168.1.9:1234", "Accept-Language", c.language)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%+v: %d\n%s", c, w.Code, w.Body)
		}
		if strings.Contains(w.Body.String(), "evil") {
			t.Errorf("%s believes its caller", c.path)
		}
		if w := ask(c.path, c.host, "203.0.113.9:1234"); w.Code != http.StatusNotFound {
			t.Errorf("%s from the internet: %d", c.path, w.Code)
		}
	}
	o.Authority = nil
	if h, err = Handler(o); err != nil {
		t.Fatal(err)
	}
	if w := ask("/room/trust", "localhost", "127.0.0.1:1"); w.Code != http.StatusNotFound {
		t.Error("there is an authority to trust without one")
	}
}
