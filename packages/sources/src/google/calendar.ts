import type { AttendingFeed, FeedEntry } from "@daybook/attending"
import { cursorCodec, type SourceBatch, type SourceError, storableJson } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { decodeRows, idIn } from "../rows.ts"
import type { Client } from "./client.ts"

const api = {
  title: "Google Calendar API",
  scope: "https://www.googleapis.com/auth/calendar.events.readonly",
}

// https://developers.google.com/workspace/calendar/api/v3/reference/events/list
const Page = Schema.Struct({
  items: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  nextPageToken: Schema.optionalKey(Schema.String),
  nextSyncToken: Schema.optionalKey(Schema.String),
})
type Page = typeof Page.Type

const Event = Schema.Record(Schema.String, Schema.Unknown).check(
  Schema.makeFilter(({ id }) => (typeof id === "string" && id !== "") || "Expected an id"),
)

/** The position of a walk: a page of the changes since `syncToken`, or of everything without one. */
const Position = Schema.Struct({
  syncToken: Schema.optionalKey(Schema.String),
  pageToken: Schema.optionalKey(Schema.String),
})
type Position = typeof Position.Type

/** A step of a walk, which starts over at most once: a refusal from the start would repeat forever. */
interface Step {
  readonly position: Position
  readonly startedOver: boolean
}

const cursors = cursorCodec(Position)

const entriesOf = (rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<FeedEntry>> =>
  Effect.map(decodeRows("google-calendar", Event, rows, { idOf: idIn("id") }), ({ good }) =>
    good.map((event) => ({
      sourceType: "calendar",
      sourceRef: String(event["id"]),
      rawData: event["status"] === "cancelled" ? undefined : storableJson(event),
    })),
  )

const after = ({ syncToken }: Position, { nextPageToken, nextSyncToken }: Page): Position => {
  if (nextPageToken !== undefined)
    return { ...(syncToken === undefined ? {} : { syncToken }), pageToken: nextPageToken }
  return nextSyncToken === undefined ? {} : { syncToken: nextSyncToken }
}

/** The events of the account's primary calendar, with each occurrence of a recurring event. */
export const calendar = (client: Client): AttendingFeed => {
  /** None if a token is refused: 410 means it is too old, 400 that it is another calendar's. */
  const ask = (
    position: Position,
    mayStartOver: boolean,
  ): Effect.Effect<Option.Option<Page>, SourceError> => {
    const hasToken = mayStartOver && (position.syncToken !== undefined || position.pageToken !== undefined)
    return client.ask(
      api,
      HttpClientRequest.get("/calendar/v3/calendars/primary/events", {
        urlParams: {
          singleEvents: true,
          showDeleted: true,
          maxResults: 250,
          // No working locations, absences or birthdays. Only the tokens may differ between calls.
          eventTypes: ["default", "fromGmail"],
          ...position,
        },
      }),
      (answer) =>
        hasToken && (answer.status === 410 || answer.status === 400)
          ? Effect.succeedNone
          : Effect.asSome(client.json(Page)(answer)),
    )
  }

  const next = Effect.fnUntraced(function* ({ position, startedOver }: Step) {
    const page = yield* ask(position, !startedOver)
    if (Option.isNone(page)) {
      yield* Effect.logInfo("google-calendar: the saved place is no longer known; starting over")
      return [[], Option.some<Step>({ position: {}, startedOver: true })] as const
    }
    const reached = after(position, page.value)
    const items = yield* entriesOf(page.value.items ?? [])
    const batch: SourceBatch<FeedEntry> = { items, cursor: cursors.write(reached) }
    return [
      [batch],
      reached.pageToken === undefined ? Option.none<Step>() : Option.some({ position: reached, startedOver }),
    ] as const
  })

  return {
    name: "google-calendar",
    readAgain: entriesOf,
    entries: (cursor) =>
      Stream.unwrap(
        Effect.map(cursors.read("google-calendar", cursor), (saved) =>
          Stream.paginate({ position: Option.getOrElse(saved, () => ({})), startedOver: false }, next),
        ),
      ),
  }
}
