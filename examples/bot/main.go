// Command bot is an example of a bot. It accepts an open offer of its game or
// creates one, accepts challenges, and plays random moves: bot
// http://localhost:8080 GAME NAME
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"time"
)

// thing has the fields that the bot reads from any message of the server.
type thing struct {
	T, ID, Owner, Game, Code, Token, Player string
	Ply                                     int
	Legal                                   []thing
	Match, Offer                            *thing
}

var header = http.Header{"Content-Type": {"application/json"}}

// call sends a request, repeats it while the server is unreachable, and decodes
// the first JSON value of the response into out.
func call(method, path string, body map[string]any, out any) *json.Decoder {
	text, _ := json.Marshal(body)
	for ; ; time.Sleep(time.Second) {
		r, _ := http.NewRequest(method, os.Args[1]+path, bytes.NewReader(text))
		r.Header = header
		resp, err := http.DefaultClient.Do(r) //nolint:bodyclose // the body is read to its end
		if err != nil || resp.StatusCode >= 500 {
			continue
		}
		if resp.StatusCode >= 400 {
			log.Print(method, " ", path, ": ", resp.Status)
		}
		answer := json.NewDecoder(resp.Body)
		_ = answer.Decode(out) // missing fields stay empty
		return answer
	}
}

func main() {
	var me, e, done thing
	var offers []thing
	call("POST", "/api/tokens", map[string]any{"name": os.Args[3]}, &me)
	header.Set("Authorization", "Bearer "+me.Token)
	path := "/api/offers"
	call("GET", path, nil, &offers)
	for _, o := range offers {
		if o.Game == os.Args[2] && o.Owner != me.Player {
			path += "/" + o.ID + "/accept"
			break
		}
	}
	call("POST", path, map[string]any{"game": os.Args[2], "open": true, "clock": "3+2"}, &done)
	for ; ; time.Sleep(time.Second) { // a new stream begins with the matches in which it is the bot's turn
		events := call("GET", "/api/bot/stream", nil, &e)
		for events.Decode(&e) == nil {
			if e.T == "challenge" && e.Offer.Game == os.Args[2] {
				call("POST", "/api/offers/"+e.Offer.ID+"/accept", nil, &done)
			}
			if m := e.Match; e.T == "turn" {
				move := map[string]any{"ply": m.Ply, "code": m.Legal[rand.IntN(len(m.Legal))].Code}
				call("POST", "/api/matches/"+m.ID+"/moves", move, &done)
			}
			e = thing{}
		}
	}
}
