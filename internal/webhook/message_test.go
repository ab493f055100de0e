package webhook

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestSignExample checks sign against the example in the libraries of Standard Webhooks.
func TestSignExample(t *testing.T) {
	const shown = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(shown, secretPrefix))
	if err != nil {
		t.Fatal(err)
	}
	got := Secret(raw).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want || Secret(raw).Reveal() != shown {
		t.Errorf("the signature is %s; want %s", got, want)
	}
}

// TestMessage checks that the body of a message has the form of Standard Webhooks, and that the
// same event always gets the same message id.
func TestMessage(t *testing.T) {
	at := time.Date(2026, 3, 1, 20, 0, 0, 123456000, time.UTC)
	data := Data{Player: "p", Match: "m", Game: "caro", Other: "q", Result: "won", Reason: "five", Rated: true}
	d := NewDelivery("h", Ended, at, data)
	want := `{"type":"ended","timestamp":"2026-03-01T20:00:00.123456Z","data":{"player":"p","match":"m","game":"caro","other":"q","result":"won","reason":"five","rated":true}}`
	if string(d.Body) != want || !json.Valid(d.Body) {
		t.Errorf("the body is %s", d.Body)
	}
	ids := map[string]bool{}
	for _, other := range []Delivery{
		d, NewDelivery("h", Ended, at.In(time.FixedZone("", 3600)), data), NewDelivery("i", Ended, at, data), NewDelivery("h", Turn, at, data), NewDelivery("h", Ended, at.Add(1), data),
		NewDelivery("h", Ended, at, Data{Player: "p", Match: "n"}), NewDelivery("h", Ended, at, Data{Player: "q", Match: "m"}),
	} {
		ids[other.ID] = true
	}
	if len(ids) != 6 || !strings.HasPrefix(d.ID, "msg_") {
		t.Errorf("the ids are %v", ids)
	}
}

// TestPauses checks that the pauses between attempts grow. Their sum must be longer than the time
// after which a failing webhook is switched off.
func TestPauses(t *testing.T) {
	var all time.Duration
	for i, p := range pauses {
		if all += p; i > 0 && p < pauses[i-1] {
			t.Errorf("pause %d is shorter than the one before", i)
		}
	}
	if all < Off || all+all/10 > Old {
		t.Errorf("the attempts last %v", all)
	}
}
