// Names the types of the API that the client uses; api.ts is generated.
import type { components } from "./api";

type S = components["schemas"];
export type MatchView = S["View"];
export type TellMatch = S["TellMatch"];
export type TellEvents = S["TellEvents"];
export type TellHere = S["TellHere"];
export type TellError = S["TellError"];
export type TellLobby = S["TellLobby"];
export type TellOffers = S["TellOffers"];
export type TellChallenge = S["TellChallenge"];
export type TellFair = S["TellFair"];
export type Line = S["Line"];
export type OfferView = S["OfferView"];
export type Summary = S["Summary"];
export type Turn = S["Turn"];
export type Notices = S["Notices"];
export type PushView = S["PushView"];
export type Plan = S["Plan"];
export type NoticeView = S["NoticeView"];
export type Me = S["Me"];
export type Ticket = S["TicketView"];
export type PlayerView = S["PlayerView"];
export type RatingView = S["RatingView"];
export type ResultView = S["ResultView"];
export type RatingPoint = S["RatingPoint"];
export type LeaderView = S["LeaderView"];
export type ClassHead = S["ClassHead"];
export type ClassView = S["ClassView"];
export type ClassPupil = S["ClassPupil"];
export type ClassCard = S["ClassCard"];
export type MyClass = S["MyClass"];
export type ClubHead = S["ClubHead"];
export type ClubKey = S["ClubKey"];
export type ClubName = S["ClubName"];
export type ClubView = S["ClubView"];
export type ClubMember = S["ClubMember"];
export type ClubEntry = S["ClubEntry"];
export type ClubLeague = S["ClubLeague"];
export type ClubLink = S["ClubLink"];
export type ClubResult = S["ClubResult"];
export type ClubSeason = S["ClubSeason"];
export type ClubSheet = S["ClubSheet"];
export type ClubText = S["ClubText"];
export type MyTask = S["MyTask"];
export type ClassTask = S["ClassTask"];
export type SimulHead = S["SimulHead"];
export type SimulView = S["SimulView"];
export type SimulBoard = S["SimulBoard"];
export type Demo = S["Demo"];
export type EventView = S["EventView"];
export type EventHead = S["EventHead"];
export type EventSettings = S["EventSettings"];
export type EventEntrant = S["EventEntrant"];
export type EventRound = S["EventRound"];
export type EventBoard = S["EventBoard"];
export type EventStandings = S["EventStandings"];
export type EventPast = S["EventPast"];
export type EventBracket = S["EventBracket"];
export type EventTie = S["EventTie"];
export type EventTeams = S["EventTeams"];
export type EventListed = S["EventListed"];
export type PairingReason = S["PairingReason"];
export type PairingAnswer = S["PairingAnswer"];
export type WireClock = S["Clock"];
export type StandingOffer = S["Offer"];
export type Told =
  | S["TellWelcome"]
  | TellMatch
  | TellEvents
  | S["TellAck"]
  | TellError
  | TellLobby
  | TellOffers
  | TellChallenge
  | S["TellPresence"]
  | TellHere
  | S["TellStarted"]
  | TellFair
  | S["TellLines"]
  | S["TellNotice"]
  | S["TellEvent"]
  | S["TellDemo"]
  | S["TellPong"];
export type Asked =
  | S["AskHello"]
  | S["AskEvent"]
  | S["AskWatch"]
  | S["AskUnwatch"]
  | S["AskMove"]
  | S["AskAct"]
  | S["AskLobby"]
  | S["AskFair"]
  | S["AskCommit"]
  | S["AskOpen"]
  | S["AskHear"]
  | S["AskDemo"]
  | S["AskPing"];
