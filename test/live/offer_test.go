package live

import (
	"testing"
	"time"

	"kydai/internal/play"
)

// TestOffersEndWithTheirOwner checks that an offer in the lobby stays open while its
// owner is connected to any node, and ends soon after the owner leaves or the owner's
// node dies. A challenge by link stays open without its owner.
func TestOffersEndWithTheirOwner(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	const alive = 2 * time.Second
	quick := func(o *play.Options) { o.OfferAlive = alive }
	a, _ := mortal(t, s, quick)
	b, kill := mortal(t, s, quick)
	defer a.Lobby().Watch(func([]play.Seek) {})()
	deal := play.Deal{Game: "chess", Clock: control("3+2")}
	propose := func(n *play.Service, by play.Player, open bool) string {
		t.Helper()
		seek, err := n.Lobby().Propose(t.Context(), by, play.Proposal{Deal: deal, Open: open})
		check(t, err)
		return seek.ID
	}
	stands := func(id string) bool {
		_, err := a.Lobby().Offer(t.Context(), id)
		return err == nil
	}
	leave := a.Enter(anna.ID)
	defer b.Enter(bao.ID)()
	stays, dies, link := propose(a, anna, true), propose(b, bao, true), propose(b, bao, false)
	never := propose(a, chi, true)
	time.Sleep(2 * alive)
	if !stands(stays) || !stands(dies) {
		t.Fatal("an offer ends though its owner is there")
	}
	if stands(never) {
		t.Error("an offer stands though its owner never came")
	}
	all, err := a.Lobby().List(t.Context())
	check(t, err)
	if len(all) != 2 {
		t.Errorf("the lobby has %d offers", len(all))
	}
	kill()
	eventually(t, 10*alive, func() bool { return !stands(dies) })
	if !stands(stays) || !stands(link) {
		t.Error("another offer ends with a node that has nothing to do with it")
	}
	leave()
	eventually(t, 10*alive, func() bool { return !stands(stays) })
}
