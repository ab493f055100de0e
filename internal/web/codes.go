package web

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/clubs"
	"kydai/internal/events"
	"kydai/internal/notice"
	"kydai/internal/oauth"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/push"
	"kydai/internal/study"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/webhook"
	"kydai/match"
	"kydai/picture"
	"kydai/record"
	"kydai/tourney/signed"
)

// codesKey is the name of an extension of the OpenAPI document. In an operation it lists the
// operation's error codes. At the root of the document it explains all codes.
const codesKey = "x-codes"

// always lists the error codes that every operation may return. They come from code that runs for
// every operation: rate limits, checks of tokens and hosts, the store and the message bus.
var always = []string{
	tooFast, badToken, wrongHost, httpsOnly, internal,
	play.BadRow, play.Busy, play.Damaged, play.Draining, play.NoRoom, play.Unavailable, play.Unknown,
}

// Lists of error codes that several operations share.
var (
	loading  = []string{play.NotFound, play.NoSuchGame}
	seeing   = append([]string{delayed, play.Sealed}, loading...)
	playing  = append([]string{match.NotAPlayer, play.Nobody, play.Conflict, play.TooMany, game.GameOver, play.Sealed}, loading...)
	placing  = []string{game.BadMove, game.IllegalMove, game.MustVary, game.TellsFace, game.NeedsFace, game.WouldReveal}
	setting  = append([]string{play.NoSuchGame, match.BadTerms, badClock, game.BadOption, game.BadPosition, game.GameOver, play.NeedAccount, play.NotForYou, play.TooMany, play.Exists, play.NoMachine, badPlayer, notPacked}, placing...)
	finding  = append([]string{people.NoAccount}, loading...) // for operations on a player; the request gives the player's id or name
	paging   = []string{play.BadCursor}
	guessing = []string{account.WrongPassword, account.BadHash, people.NoAccount, people.Changed}
	choosing = []string{account.BadPassword, account.CommonPassword}
	naming   = []string{badName, account.ReservedName, people.NameTaken}
	linking  = []string{account.BadToken, account.ExpiredToken, account.UsedToken, people.NoAccount}
	keeping  = []string{people.NoAccount, people.Changed, play.NotFound}
	ruling   = []string{people.HigherRole, people.LastAdmin, people.OwnAccount, people.NoAccount, people.Changed, play.NotFound}
	tying    = []string{people.NoAccount, ties.NoPlayer, ties.Yourself, ties.NotForYou, ties.TooMany, play.NotFound}
	dealing  = []string{match.NotAPlayer, play.NotNow, play.NotYours, play.Changed, play.Conflict, match.TooLate, "bad-form", "wrong-opening", notPacked}
	drawing  = []string{picture.NoLook, picture.BadSize, picture.TooLong, game.BadOption, game.BadPosition, play.NotFound, play.Sealed}
	holding  = []string{events.NotFound, events.NotForYou, events.WrongState, events.Changed, events.TooMany} // commands on tournaments (events)
	planning = append([]string{events.Bad, badClock, game.BadOption}, holding...)
	teaching = []string{classes.NotFound, classes.Bad, classes.TooMany}
	leading  = []string{clubs.NotFound, clubs.NotForYou}
	clubbing = append([]string{clubs.Bad, clubs.TooMany}, leading...)
	writing  = []string{record.NoFormat, record.Unwritable, record.WrongGame}
)

// Error codes of lower-level packages.
const (
	badClock  = "bad-clock"
	badPlayer = "bad-player"
	notPacked = "not-packed"
)

func join(groups ...[]string) []string { return slices.Concat(groups...) }

// own lists, for each operation, the error codes that come from the operation itself. The operation
// can also return the codes in the list always, and codes that follow from the right that it needs
// and from the form of its request. The tests compare every error response with these codes.
var own = map[string][]string{
	"listGames": nil, "getPresence": nil, "getStatistics": nil, "getFairKey": {play.NotFound}, "getMe": nil, "listLive": nil,
	"getMatch": seeing, "getRecord": join(seeing, writing), "getFair": seeing, "getMatchRatings": seeing,
	"review": append([]string{play.NoHelp}, seeing...), "askReview": append([]string{play.NoHelp, play.TooMany}, seeing...),
	"listMyMatches": paging, "listMyTurns": nil, "renameMe": join(naming, guessing, []string{account.TooSoon, play.NotForYou}),
	"listPlayerMatches": join(paging, finding), "getPlayer": finding, "getRatingHistory": finding, "listLeaders": join(paging, loading),
	"listLevels": loading, "getPlayerRecords": join(finding, writing), "exportGames": join(finding, writing),

	"startMatch": setting, "makeOffer": join(setting, []string{people.NoAccount, ties.NoPlayer, play.NotFound}), "acceptOffer": join(setting, playing),
	"listOffers": nil, "getOffer": loading, "withdrawOffer": loading, "declineOffer": append([]string{play.NotForYou}, loading...),
	"playMove": join(playing, placing, []string{match.Stale, match.Ahead, match.NotYourTurn, match.OutOfTime, match.IsPaused}),
	"act": join(playing, []string{
		match.NotYourTurn, match.OutOfTime, match.IsPaused, match.NotPaused, match.TooEarly, match.TooLate, match.TooOften, match.AlreadyOffered, match.NoOffer,
		match.NoClaim, match.NothingToUndo, match.NoTakebacks, match.NotAllowed, match.NotOver, match.BadArgument, play.NoSuchAct, play.NotLeft, play.NeedAccount,
		match.Stale, play.NotForYou, match.BadTerms, play.NoMachine,
	}),
	"dealFair": join(dealing, playing), "hint": join(playing, []string{play.NoHelp, match.Stale, match.Ahead, match.NotYourTurn, play.NoMachine}),
	"listPlans": playing, "dropPlan": playing,
	"addPlan": join(playing, []string{play.NoPlans, play.YourTurn, play.BadPlan, play.TwoPlans, match.Stale}),
	"seek":    {play.NoSuchGame, match.BadTerms, badClock, play.NotForYou, play.Conflict}, "getTicket": nil, "stopSeeking": loading,
	"botStream": {tooManyConns},
	"say":       join(playing, []string{talk.BadLine, talk.NoText, talk.NoSecond}), "listLines": join(playing, []string{talk.NoSecond}),

	"getTie": tying, "follow": tying, "unfollow": tying, "listFollowing": {play.NotFound}, "block": tying, "unblock": tying, "listBlocks": {play.NotFound},
	"report": join(tying, []string{ties.BadReport}), "listReports": join(paging, []string{ties.NotFound}), "settleReport": {ties.NotFound, ties.Changed},
	"listNotices": {play.NotFound}, "seeNotices": {play.NotFound}, "switchNotices": {play.NotFound, notice.BadKind},
	"listDevices": {play.NotFound}, "addDevice": {play.NotFound, push.BadEndpoint, push.BadKeys, notice.BadKind},
	"switchDevice": {play.NotFound, push.NoDevice, notice.BadKind}, "dropDevice": {play.NotFound, push.NoDevice},
	"makeApp": {play.NotFound, badName, oauth.BadRedirect, oauth.TooMany}, "listApps": {play.NotFound}, "dropApp": {play.NotFound, oauth.NoApp},
	"listGrants": {play.NotFound}, "dropGrant": {play.NotFound, oauth.NoGrant},
	"listWebhooks": {play.NotFound}, "makeWebhook": {play.NotFound, webhook.BadAddress, webhook.BadEvents, webhook.TooMany},
	"switchWebhook": {play.NotFound, webhook.NoHook, webhook.BadEvents}, "dropWebhook": {play.NotFound, webhook.NoHook},
	"listDeliveries": {play.NotFound, webhook.NoHook}, "pingWebhook": {play.NotFound, webhook.NoHook, webhook.IsOff},
	"listEvents": {events.NotFound, play.BadCursor}, "getEvent": {events.NotFound}, "listEntrants": {events.NotFound}, "getRound": {events.NotFound},
	"getStandings": {events.NotFound}, "getTeams": {events.NotFound}, "getBracket": {events.NotFound}, "createEvent": planning, "alterEvent": planning,
	"moveEvent": join(holding, []string{events.RoundOpen}), "enterEvent": join(holding, []string{events.Bad, events.NeedAccount}),
	"describeEntrant": join(holding, []string{events.Bad}), "leaveEvent": holding, "checkIn": holding, "challengeEntrant": holding, "askBye": join(holding, []string{events.Bad}),
	"forbidPairing": holding, "pairRound": join(holding, []string{events.Bad, events.RoundOpen, events.NoPairing}), "undoRound": holding,
	"claimResult": join(holding, []string{events.Bad}), "decideResult": join(holding, []string{events.Bad}),
	"getBoardHistory": {events.NotFound}, "readmitEntrant": holding, "takeOverEvent": join(holding, []string{events.NeedAccount}),
	"getEventKey": nil, "getEventFile": {events.NotFound, events.WrongState}, "importEntrants": join(holding, []string{events.Bad, events.NeedAccount}),
	"explainRound": {events.NotFound, events.WrongState, events.NoPairing}, "explainPairing": {events.NotFound, events.WrongState, events.NoPairing},
	"listClasses": {classes.NotFound}, "createClass": teaching, "getClass": {classes.NotFound}, "renameClass": teaching, "dropClass": {classes.NotFound, classes.NotForYou},
	"addPupils": teaching, "changePupil": join(teaching, naming, keeping), "dropPupil": {classes.NotFound}, "makeCards": teaching, "withdrawCard": {classes.NotFound},
	"exportClass": {classes.NotFound, play.BadCursor, play.NoSuchGame}, "getMyClass": {classes.NotFound}, "signInByCard": {classes.NotFound, classes.BadCard, people.NoAccount},
	"listClubs": {clubs.NotFound, play.BadCursor}, "createClub": clubbing, "getClub": {clubs.NotFound}, "alterClub": clubbing, "closeClub": leading,
	"joinClub": {clubs.NotFound, clubs.TooMany, clubs.WrongLink}, "setClubRole": join(clubbing, []string{clubs.NeedsOwner}), "leaveClub": join(leading, []string{clubs.NeedsOwner}),
	"getClubLink": join(leading, []string{clubs.Bad, classes.Bad}), "renewClubLink": join(leading, []string{clubs.Bad, classes.Bad}),
	"createClubEvent": join(clubbing, planning), "putClubEvent": join(clubbing, []string{clubs.Taken}), "dropClubEvent": leading,
	"createSeason": clubbing, "alterSeason": clubbing, "dropSeason": leading, "getLeague": {clubs.NotFound, clubs.BadResults},
	"listClubKeys": {clubs.NotFound}, "trustKey": leading, "listClubNames": {clubs.NotFound}, "untieClubName": leading,
	"tieClubName":   join(clubbing, []string{clubs.BadResults, clubs.Untrusted, clubs.NameTaken, clubs.TwoPeople}),
	"importResults": join(leading, []string{clubs.TooMany, clubs.KeyChanged, clubs.OwnFile, clubs.OldFile, clubs.BadResults, signed.BadForm, signed.BadSignature}),
	"getResults":    {clubs.NotFound, clubs.BadResults}, "getResultsFile": {clubs.NotFound, clubs.BadResults}, "dropResults": leading,
	"addTeacher": join(teaching, []string{classes.NotForYou}), "dropTeacher": {classes.NotFound, classes.NotForYou},
	"listTasks": {classes.NotFound}, "giveTask": teaching, "dropTask": {classes.NotFound}, "listMyTasks": {classes.NotFound},
	"beginTask": join(teaching, setting), "solveStep": teaching,
	"listSimuls": {classes.NotFound}, "startSimul": join(teaching, setting), "getSimul": join(teaching, setting), "endSimul": join(teaching, setting),
	"showDemo": teaching, "endDemo": {classes.NotFound},
	"getStudy": {study.NotFound}, "shareStudy": {study.Bad, study.TooMany, study.NotFound}, "dropStudy": {study.NotFound}, "listStudies": {study.NotFound},

	"makeToken": {badName, play.TooMany, play.NotForYou}, "listTokens": nil, "dropToken": {play.NotFound},
	"register": join(naming, choosing, []string{people.HasAccount, play.NotFound}), "signIn": join(guessing, []string{people.HasAccount, play.NotFound}),
	"recover": join(linking, choosing, guessing), "signInByLink": join(linking, keeping), "seeLink": join(linking, keeping),
	"askPasskey": {noPasskeys, play.NotFound}, "signInByPasskey": join(linking, []string{noPasskeys, people.BadPasskey, play.NotFound}),
	"beginPasskey": join(guessing, []string{noPasskeys, play.TooMany}), "addPasskey": join(linking, []string{noPasskeys, people.BadPasskey, play.TooMany, play.NotFound}),
	"dropPasskey": keeping, "getAccount": keeping, "changePassword": join(guessing, choosing), "makeCodes": guessing, "makeLink": keeping,
	"takeAlong": join(keeping, []string{people.HasAccount}), "exportAccount": keeping, "deleteAccount": join(guessing, []string{people.LastAdmin}),
	"signOut": keeping, "endSession": keeping, "endSessions": keeping, "becomeAdmin": linking,
	"listUsers": paging, "getTasks": {play.NotFound}, "getUser": keeping, "endUserSession": ruling, "endUserSessions": ruling, "takeName": ruling,
	"deleteUser": join(ruling, guessing), "setRole": join(ruling, guessing, []string{account.BadRole}), "listAudit": paging, "getSheet": join(loading, keeping),
	"drawMatch": join(drawing, seeing), "drawPosition": join(drawing, placing, loading, []string{game.GameOver}), "drawLink": nil,
}

// codesOf lists the error codes of an operation.
func codesOf(op *huma.Operation) []string {
	all := join(always, own[op.OperationID])
	if op.RequestBody != nil {
		all = append(all, wrongType)
	}
	if op.RequestBody != nil || len(op.Parameters) > 0 {
		all = append(all, badRequest)
	}
	if op.Method != http.MethodGet {
		all = append(all, crossOrigin)
	}
	needs := rights[op.OperationID]
	for _, role := range account.Roles() {
		if e, ok := refusal(visitor{role: role}, needs).(*game.Error); ok && !account.May(role, needs) { //nolint:errorlint // refusal returns the *game.Error itself, not wrapped in another error
			all = append(all, e.Code)
		}
	}
	if account.May(account.Bot, needs) {
		all = append(all, wrongScope)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
