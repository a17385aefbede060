import { isLocalDate, storableName } from "@daybook/kernel"
import { emptyDraft, type EventDraft } from "./eventDraft.ts"
import type { EventKind } from "./eventKind.ts"
import { isJunkVenue } from "../venues/junkVenue.ts"
import type { RawData, Ticket } from "../model.ts"
import { listOf, member, nameOf, textOf } from "./rawJson.ts"

/** The schema.org types of a value, without their address. */
const typesOf = (value: unknown): ReadonlyArray<string> =>
  listOf(member(value, "@type")).map((type) => textOf(type).replace(/^.*[/#]/, ""))

// The subtypes of https://schema.org/Event.
const kinds: Readonly<Record<string, EventKind>> = {
  MusicEvent: { category: "music", type: "concert" },
  SportsEvent: { category: "sports", type: "unknown" },
  TheaterEvent: { category: "arts", type: "theater" },
  ComedyEvent: { category: "arts", type: "comedy" },
  DanceEvent: { category: "arts", type: "unknown" },
  ExhibitionEvent: { category: "arts", type: "unknown" },
  LiteraryEvent: { category: "arts", type: "unknown" },
  ScreeningEvent: { category: "arts", type: "unknown" },
  VisualArtsEvent: { category: "arts", type: "unknown" },
}

const isReservation = (value: unknown): boolean => typesOf(value).some((type) => type.endsWith("Reservation"))

/** The name and address of a place, each a text or an object. */
const placeOf = (location: unknown): string => {
  const address = member(location, "address")
  const parts = [
    nameOf(location),
    textOf(address),
    ...["streetAddress", "addressLocality", "addressRegion"].map((part) => textOf(member(address, part))),
  ].filter((part) => part !== "")
  const [first = ""] = parts
  // Some senders put other text where the name belongs.
  return parts.length > 1 && isJunkVenue(first) ? parts.slice(1).join(", ") : parts.join(", ")
}

// Longer than any field of a ticket. All five together are the ticket's key.
const ticketField = (text: string): string => storableName(text, 100)

const ticketsOf = (reservation: unknown): ReadonlyArray<Ticket> => {
  const number =
    textOf(member(reservation, "reservationNumber")) || textOf(member(reservation, "reservationId"))
  const tickets = listOf(member(reservation, "reservedTicket") ?? member(reservation, "ticket"))
  return (tickets.length === 0 ? [{}] : tickets).map((ticket) => {
    const seat = member(ticket, "ticketedSeat") ?? reservation
    return {
      reservation: ticketField(number),
      number: ticketField(
        textOf(member(ticket, "ticketNumber")) || textOf(member(reservation, "ticketNumber")),
      ),
      section: ticketField(textOf(member(seat, "seatSection")) || textOf(member(seat, "venueSection"))),
      row: ticketField(textOf(member(seat, "seatRow")) || textOf(member(seat, "venueRow"))),
      seat: ticketField(textOf(member(seat, "seatNumber")) || textOf(member(seat, "venueSeat"))),
    }
  })
}

/** Equal for reservations of the same event. */
const eventKey = (event: unknown): string =>
  JSON.stringify([nameOf(event), textOf(member(event, "startDate"))])

/**
 * Reads the event of an email's reservations (https://schema.org/EventReservation), with all of its tickets. With
 * several events it takes the first and notes the number of the others.
 */
export const draftFromMail = (raw: RawData): EventDraft => {
  const reservations = listOf(raw["reservations"]).filter(
    (one) => isReservation(one) && member(one, "reservationFor") !== undefined,
  )
  const [first] = reservations
  const subject = textOf(raw["subject"])
  if (first === undefined)
    return { ...emptyDraft, title: subject, notes: ["the email contains no event reservation"] }
  const event = listOf(member(first, "reservationFor"))[0]
  const ofEvent = reservations.filter(
    (one) => eventKey(listOf(member(one, "reservationFor"))[0]) === eventKey(event),
  )
  const others = reservations.length - ofEvent.length
  const start = textOf(member(event, "startDate"))
  const teams = ["homeTeam", "awayTeam", "competitor"].flatMap((role) =>
    listOf(member(event, role)).map(nameOf),
  )
  const status = ofEvent.map((one) => textOf(member(one, "reservationStatus")))
  return {
    ...emptyDraft,
    title: nameOf(event) || subject,
    day: isLocalDate(start) ? start : "",
    time: isLocalDate(start) ? "" : start,
    place: placeOf(listOf(member(event, "location"))[0]),
    performers: [...listOf(member(event, "performer")), ...listOf(member(event, "performers"))]
      .map(nameOf)
      .filter((name) => name !== ""),
    kind: typesOf(event).flatMap((type) => kinds[type] ?? [])[0],
    teams: [...new Set(teams.filter((name) => name !== ""))],
    tickets: ofEvent.flatMap(ticketsOf),
    notes: [
      ...(others > 0 ? [`the email has ${others} more reservations, for other events`] : []),
      ...(status.some((one) => /Cancell?ed$/.test(one)) ? ["one of its reservations was cancelled"] : []),
    ],
  }
}
