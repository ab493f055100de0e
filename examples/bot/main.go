// Command bot plays random moves. Usage: BOT_TOKEN=… bot URL GAME [PLAYER]. The bot challenges
// PLAYER, or makes an open offer without PLAYER, and accepts every challenge.
package main

import (
	"context"
	"log"
	"math/rand/v2"
	"os"
	"time"

	kydai "kydai/clients/go"
)

func main() {
	ctx, c, to := context.Background(), &kydai.Client{URL: os.Args[1], Token: os.Getenv("BOT_TOKEN")}, append(os.Args, "")[3]
	_, err := c.MakeOffer(ctx, kydai.Proposal{Game: os.Args[2], Clock: "3+2", To: to, Open: to == ""})
	for ; ; time.Sleep(time.Second) { // connect again after a second: a new stream begins with the matches in progress, so no match is lost
		log.Print("listening; last error: ", err)
		for e, broken := range c.BotStream(ctx) {
			if err = broken; e.T == "challenge" {
				_, err = c.AcceptOffer(ctx, e.Offer.ID, nil)
			} else if m := e.Match; e.T == "turn" {
				_, err = c.PlayMove(ctx, m.ID, kydai.MoveBody{Ply: m.Ply, Code: m.Legal[rand.IntN(len(m.Legal))].Code})
			} else if e.T == "ended" {
				log.Print("ended: ", m.ID, " ", *m.Result)
			}
		}
	}
}
