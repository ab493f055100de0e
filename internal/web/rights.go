package web

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/trace"
)

// rights maps each operation of the API to the right that a caller needs. Package account defines
// which roles have a right. If an operation is not in the map, the server refuses it for all
// callers.
var rights = map[string]account.Action{
	"listGames":     account.Watch,
	"getPresence":   account.Watch,
	"getStatistics": account.Watch,
	"getFairKey":    account.Watch,
	"getMatch":      account.Watch,
	"review":        account.Watch,
	"getFair":       account.Watch,
	"getRecord":     account.Watch,
	"listOffers":    account.Watch,
	"getOffer":      account.Watch,
	"getMe":         account.Watch,
	"listMyMatches": account.Watch,
	"listMyTurns":   account.Watch,
	"renameMe":      account.Watch, // a bot has the name of its token, so this operation returns an error to a bot
	"listLines":     account.Watch,
	"drawMatch":     account.Watch,
	"drawLink":      account.Watch,
	"drawPosition":  account.Watch,

	"getPlayer":         account.Watch,
	"getRatingHistory":  account.Watch,
	"listPlayerMatches": account.Watch,
	"getPlayerRecords":  account.Watch,
	"exportGames":       account.Watch,
	"listLeaders":       account.Watch,
	"listLevels":        account.Watch,
	"getMatchRatings":   account.Watch,
	"listLive":          account.Watch,
	"getTicket":         account.Watch,

	"getTie":        account.Watch,
	"follow":        account.Follow,
	"unfollow":      account.Follow,
	"listFollowing": account.Follow,
	"block":         account.Block,
	"unblock":       account.Block,
	"listBlocks":    account.Block,
	"report":        account.Report,
	"listReports":   account.SeeReports,
	"settleReport":  account.SeeReports,

	"listNotices":   account.ReadNotices,
	"seeNotices":    account.ReadNotices,
	"switchNotices": account.ReadNotices,
	"listDevices":   account.ReadNotices,
	"addDevice":     account.BeReached,
	"switchDevice":  account.BeReached,
	"dropDevice":    account.ReadNotices,

	"makeApp":    account.KeepAccount,
	"listApps":   account.KeepAccount,
	"dropApp":    account.KeepAccount,
	"listGrants": account.KeepAccount,
	"dropGrant":  account.KeepAccount,

	"listWebhooks":   account.KeepWebhooks,
	"makeWebhook":    account.KeepWebhooks,
	"switchWebhook":  account.KeepWebhooks,
	"dropWebhook":    account.KeepWebhooks,
	"listDeliveries": account.KeepWebhooks,
	"pingWebhook":    account.KeepWebhooks,

	"createEvent": account.HoldEvents,
	"listEvents":  account.Watch,
	"getEvent":    account.Watch,
	// Organiser, arbiter and entrant of a tournament (event) are not roles of an account. Package
	// events checks them with the data of the tournament.
	"alterEvent":       account.JoinEvents,
	"moveEvent":        account.JoinEvents,
	"listEntrants":     account.Watch,
	"enterEvent":       account.JoinEvents,
	"describeEntrant":  account.JoinEvents,
	"leaveEvent":       account.JoinEvents,
	"checkIn":          account.JoinEvents,
	"challengeEntrant": account.JoinEvents,
	"askBye":           account.JoinEvents,
	"forbidPairing":    account.JoinEvents,
	"getRound":         account.Watch,
	"pairRound":        account.JoinEvents,
	"undoRound":        account.JoinEvents,
	"claimResult":      account.JoinEvents,
	"decideResult":     account.JoinEvents,
	"getStandings":     account.Watch,
	"getTeams":         account.Watch,
	"getBracket":       account.Watch,
	"explainRound":     account.Watch,
	"explainPairing":   account.Watch,
	"getEventFile":     account.Watch,
	"getBoardHistory":  account.Watch,
	"readmitEntrant":   account.JoinEvents,
	"takeOverEvent":    account.RunServer,
	"getEventKey":      account.Watch,
	"importEntrants":   account.JoinEvents,

	// Owner, organiser and member of a club are not roles of an account. Package clubs checks them.
	"listClubs":       account.Watch,
	"createClub":      account.HoldEvents,
	"getClub":         account.Watch,
	"alterClub":       account.JoinClubs,
	"closeClub":       account.JoinClubs,
	"joinClub":        account.JoinClubs,
	"setClubRole":     account.JoinClubs,
	"leaveClub":       account.JoinClubs,
	"getClubLink":     account.JoinClubs,
	"renewClubLink":   account.JoinClubs,
	"createClubEvent": account.JoinClubs,
	"putClubEvent":    account.JoinClubs,
	"dropClubEvent":   account.JoinClubs,
	"createSeason":    account.JoinClubs,
	"alterSeason":     account.JoinClubs,
	"dropSeason":      account.JoinClubs,
	"getLeague":       account.Watch,
	"importResults":   account.JoinClubs,
	"listClubKeys":    account.Watch,
	"trustKey":        account.JoinClubs,
	"listClubNames":   account.JoinClubs,
	"tieClubName":     account.JoinClubs,
	"untieClubName":   account.JoinClubs,
	"getResults":      account.Watch,
	"getResultsFile":  account.Watch,
	"dropResults":     account.JoinClubs,

	// The role of an account does not say which classes a teacher teaches, so package classes
	// checks the teacher of a class.
	"listClasses":  account.HoldClasses,
	"createClass":  account.HoldClasses,
	"getClass":     account.HoldClasses,
	"renameClass":  account.HoldClasses,
	"dropClass":    account.HoldClasses,
	"addPupils":    account.HoldClasses,
	"changePupil":  account.HoldClasses,
	"dropPupil":    account.HoldClasses,
	"makeCards":    account.HoldClasses,
	"withdrawCard": account.HoldClasses,
	"exportClass":  account.HoldClasses,
	"addTeacher":   account.HoldClasses,
	"dropTeacher":  account.HoldClasses,
	"listTasks":    account.HoldClasses,
	"giveTask":     account.HoldClasses,
	"dropTask":     account.HoldClasses,
	"listSimuls":   account.HoldClasses,
	"startSimul":   account.HoldClasses,
	"getSimul":     account.HoldClasses,
	"endSimul":     account.HoldClasses,
	"showDemo":     account.HoldClasses,
	"endDemo":      account.HoldClasses,
	"getMyClass":   account.Watch, // only children have a class, so other roles get an error from the operation
	"listMyTasks":  account.Watch, // only children have tasks
	"beginTask":    account.PlayCasual,
	"solveStep":    account.PlayCasual,
	"signInByCard": account.ShowCard,

	"getStudy":    account.Watch,
	"shareStudy":  account.MeetOthers,
	"dropStudy":   account.PlayCasual,
	"listStudies": account.PlayCasual,

	"say":           account.UsePhrases,
	"startMatch":    account.PlayCasual,
	"playMove":      account.PlayCasual,
	"listPlans":     account.PlayCasual,
	"addPlan":       account.PlayCasual,
	"dropPlan":      account.PlayCasual,
	"act":           account.PlayCasual,
	"dealFair":      account.PlayCasual,
	"hint":          account.PlayCasual,
	"askReview":     account.PlayCasual,
	"makeOffer":     account.MeetOthers,
	"withdrawOffer": account.MeetOthers,
	"acceptOffer":   account.MeetOthers,
	"declineOffer":  account.MeetOthers,
	"botStream":     account.MeetOthers,
	"seek":          account.MeetOthers,
	"stopSeeking":   account.MeetOthers,

	"makeToken":  account.MakeTokens,
	"listTokens": account.MakeTokens,
	"dropToken":  account.MakeTokens,

	"register":     account.BecomeAccount,
	"signIn":       account.BecomeAccount,
	"recover":      account.BecomeAccount,
	"signInByLink": account.BecomeAccount,
	"seeLink":      account.BecomeAccount,

	"askPasskey":      account.BecomeAccount,
	"signInByPasskey": account.BecomeAccount,

	"getAccount":     account.KeepAccount,
	"changePassword": account.KeepAccount,
	"makeCodes":      account.KeepAccount,
	"makeLink":       account.KeepAccount,
	"takeAlong":      account.KeepAccount,
	"exportAccount":  account.KeepAccount,
	"deleteAccount":  account.KeepAccount,
	"signOut":        account.SignOut,
	"endSession":     account.KeepAccount,
	"endSessions":    account.KeepAccount,
	"becomeAdmin":    account.KeepAccount,
	"beginPasskey":   account.KeepAccount,
	"addPasskey":     account.KeepAccount,
	"dropPasskey":    account.KeepAccount,

	"listUsers":       account.RunServer,
	"getTasks":        account.RunServer,
	"getUser":         account.CloseAccounts,
	"endUserSession":  account.CloseAccounts,
	"endUserSessions": account.CloseAccounts,
	"takeName":        account.CloseAccounts,
	"deleteUser":      account.CloseAccounts,
	"setRole":         account.GiveRoles,
	"listAudit":       account.SeeAudit,
	"getSheet":        account.SeeReports,
}

// Error codes of requests that the server refuses because of the caller's role.
const (
	signInFirst = "sign-in-first"
	signOut     = "sign-out-first"
)

// only returns a middleware that refuses the requests of callers whose role does not have the right
// needs. It runs before the parameters and the body of the request are read.
func (s *Server) only(needs account.Action) func(huma.Context, func(huma.Context)) {
	return func(c huma.Context, next func(huma.Context)) {
		v := visitorOf(c.Context())
		err := covered(v, needs)
		if !account.May(v.role, needs) {
			err = refusal(v, needs)
		}
		if err == nil {
			next(c)
			return
		}
		p := s.problem(err)
		p.Request = trace.Of(c.Context()).String()
		s.metrics.failed(p)
		c.SetHeader("Content-Type", problemType)
		c.SetStatus(p.Status)
		_ = json.NewEncoder(c.BodyWriter()).Encode(p) // ignore the error: the client has disconnected
	}
}

// refusal returns an error that tells the visitor why an action is not allowed.
func refusal(v visitor, needs account.Action) error {
	switch {
	case v.role == account.Guest && account.May(account.Player, needs):
		return game.Err(signInFirst, "please sign in first")
	case (needs == account.BecomeAccount || needs == account.ShowCard) && v.role != account.Bot:
		return game.Err(signOut, "you are signed in; please sign out first")
	}
	return game.Err(play.NotForYou, "your role does not allow this")
}
