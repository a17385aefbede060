import type { AttendingFeed, FeedEntry } from "@daybook/attending"
import { cursorCodec, RejectedRows, type SourceBatch, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Client } from "./client.ts"
import { decodeRows, idIn } from "../rows.ts"
import { ifKnown } from "../upstream.ts"
import { separateBodiesIn, Attachment, Message, rawDataOf } from "./message.ts"
import { TextId } from "../text.ts"

const name = "google-mail"

const api = { title: "Gmail API", scope: "https://www.googleapis.com/auth/gmail.readonly" }

// Gmail itself categorizes emails with reservations; the subjects find others. Every email found is read, so a query
// that finds too many only costs time.
const query =
  "-in:sent -in:drafts -in:chats {category:reservations subject:ticket subject:tickets subject:reservation subject:booking subject:order}"

// A mailbox allows 250 quota units a second, and an email costs 5.
const mailsAtOnce = 4
const pageSize = 50

const Profile = Schema.Struct({ emailAddress: Schema.String, historyId: Schema.String })

const Search = Schema.Struct({
  messages: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  nextPageToken: Schema.optionalKey(Schema.String),
})

/** A mail of a list. */
const Listed = Schema.Struct({
  id: TextId,
  labelIds: Schema.optionalKey(Schema.Array(Schema.String)),
})

const Change = Schema.Struct({
  messagesAdded: Schema.optionalKey(Schema.Array(Schema.Struct({ message: Schema.Unknown }))),
})
const History = Schema.Struct({
  history: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  nextPageToken: Schema.optionalKey(Schema.String),
  historyId: Schema.String,
})

/** The position of the feed: everything up to `historyId` is read, except the rest of `walk`. */
const Position = Schema.Struct({
  /** The address of the mailbox that `historyId` belongs to. */
  mailbox: Schema.String,
  historyId: Schema.String,
  walk: Schema.optionalKey(
    Schema.Struct({
      through: Schema.Literals(["search", "history"]),
      pageToken: Schema.optionalKey(Schema.String),
      /** The mailbox's history id when the walk began. */
      reaches: Schema.optionalKey(Schema.String),
    }),
  ),
})
type Position = typeof Position.Type
type Walk = NonNullable<Position["walk"]>

/** A step of a walk, which starts over at most once: a refusal from the start would repeat forever. */
interface Step {
  readonly position: Position
  readonly startedOver: boolean
}

const cursors = cursorCodec(Position)

interface Page {
  readonly ids: ReadonlyArray<string>
  readonly nextPageToken: string | undefined
  /** The mailbox's current history id; a search returns none. */
  readonly historyId: string | undefined
}

const outgoingOrUnwanted = new Set(["DRAFT", "SENT", "CHAT", "SPAM", "TRASH"])

/** The ids of listed emails, each once. */
const idsIn = (rows: ReadonlyArray<unknown>) =>
  // Rejected rows get no `ref`: the ids of emails are the refs of emails that cannot be read.
  Effect.map(decodeRows(name, Listed, rows), ({ good }) => [
    ...new Set(
      good
        .filter(({ labelIds = [] }) => !labelIds.some((label) => outgoingOrUnwanted.has(label)))
        .map(({ id }) => id),
    ),
  ])

const pageOfSearch = ({ messages = [], nextPageToken }: typeof Search.Type): Effect.Effect<Page> =>
  Effect.map(idsIn(messages), (ids) => ({ ids, nextPageToken, historyId: undefined }))

const pageOfHistory = Effect.fnUntraced(function* ({
  history = [],
  historyId,
  nextPageToken,
}: typeof History.Type) {
  const { good } = yield* decodeRows(name, Change, history, { idOf: idIn("id") })
  const added = good.flatMap(({ messagesAdded = [] }) => messagesAdded)
  const page: Page = { ids: yield* idsIn(added.map(({ message }) => message)), nextPageToken, historyId }
  return page
})

/** The position after a page. Emails that arrive during a walk are after `reaches`, so the next walk reads them. */
const after = (position: Position, walk: Walk, { historyId, nextPageToken }: Page): Position => {
  const { mailbox } = position
  const reaches = walk.reaches ?? historyId
  if (nextPageToken === undefined) return { mailbox, historyId: reaches ?? position.historyId }
  return {
    mailbox,
    historyId: position.historyId,
    walk: { through: walk.through, pageToken: nextPageToken, ...(reaches === undefined ? {} : { reaches }) },
  }
}

/** The calls of Gmail's API. */
const callsOf = (client: Client) => {
  const get = (path: string, urlParams: Readonly<Record<string, string | number>> = {}) =>
    HttpClientRequest.get(`/gmail/v1/users/me/${path}`, { urlParams })

  const profile = client.ask(api, get("profile"), client.json(Profile))

  /** None if the position is no longer known: 404 means a history that is too old, 400 an old page. */
  const askPage = (
    { historyId }: Position,
    walk: Walk,
    mayStartOver: boolean,
  ): Effect.Effect<Option.Option<Page>, SourceError> => {
    const { pageToken, through } = walk
    const parameters = { maxResults: pageSize, ...(pageToken === undefined ? {} : { pageToken }) }
    const searching = through === "search"
    const hasPosition = !searching || pageToken !== undefined
    return client.ask(
      api,
      searching
        ? get("messages", { q: query, ...parameters })
        : get("history", { startHistoryId: historyId, historyTypes: "messageAdded", ...parameters }),
      (answer) => {
        const gone = (!searching && answer.status === 404) || (hasPosition && answer.status === 400)
        if (mayStartOver && gone) return Effect.succeedNone
        return Effect.asSome(
          searching
            ? Effect.flatMap(client.json(Search)(answer), pageOfSearch)
            : Effect.flatMap(client.json(History)(answer), pageOfHistory),
        )
      },
    )
  }

  /** Requests an email or a part of it; none if it was deleted since it was listed. */
  const askMail = <S extends Schema.ConstraintDecoder<unknown>>(path: string, schema: S, parameters = {}) =>
    client.ask(api, get(`messages/${path}`, parameters), ifKnown(client.json(schema)))

  const messageOf = Effect.fnUntraced(function* (
    id: string,
  ): Effect.fn.Return<ReadonlyArray<FeedEntry>, SourceError> {
    const path = encodeURIComponent(id)
    const found = yield* askMail(path, Message, { format: "full" })
    if (Option.isNone(found)) return []
    const separate = yield* Effect.forEach(separateBodiesIn(found.value), (attachment) =>
      askMail(`${path}/attachments/${encodeURIComponent(attachment)}`, Attachment),
    )
    const rawData = rawDataOf(
      found.value,
      separate.flatMap((one) => (Option.isSome(one) ? [one.value.data] : [])),
    )
    return rawData === undefined ? [] : [{ sourceType: "mail" as const, sourceRef: id, rawData }]
  })

  /** The entry of an email, if any. An email that cannot be read is rejected with its id, to be requested again. */
  const entryOf = (id: string): Effect.Effect<ReadonlyArray<FeedEntry>, SourceError> =>
    Effect.catchIf(
      messageOf(id).pipe(Effect.tap(() => Effect.flatMap(RejectedRows, ({ fit }) => fit(name, () => [id])))),
      ({ failure }) => failure === "malformed answer",
      ({ message }) =>
        Effect.gen(function* () {
          const { keep } = yield* RejectedRows
          const raw = JSON.stringify({ id })
          yield* keep([{ source: name, ref: id, kind: "row", raw, reason: message }])
          return []
        }),
    )

  const entriesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const entries = yield* Effect.forEach(ids, entryOf, { concurrency: mailsAtOnce })
    return entries.flat()
  })

  return { askPage, entriesOf, profile }
}

/** The account's emails with reservations of events. A deleted email leaves its entry. */
export const mail = (client: Client): AttendingFeed => {
  const { askPage, entriesOf, profile } = callsOf(client)

  const searchFromNow = Effect.map(profile, ({ emailAddress, historyId }): Position => ({
    mailbox: emailAddress,
    historyId,
    walk: { through: "search" },
  }))

  const resume = Effect.fnUntraced(function* (cursor: Option.Option<string>) {
    const now = yield* searchFromNow
    const saved = yield* cursors.read(name, cursor)
    return Option.getOrElse(
      Option.filter(saved, ({ mailbox }) => mailbox === now.mailbox),
      () => now,
    )
  })

  const next = Effect.fnUntraced(function* ({ position, startedOver }: Step) {
    const walk: Walk = position.walk ?? { through: "history" }
    const page = yield* askPage(position, walk, !startedOver)
    if (Option.isNone(page)) {
      yield* Effect.logInfo("google-mail: the saved place is no longer known; starting over")
      return [[], Option.some<Step>({ position: yield* searchFromNow, startedOver: true })] as const
    }
    const items = yield* entriesOf(page.value.ids)
    const reached = after(position, walk, page.value)
    const batch: SourceBatch<FeedEntry> = { items, cursor: cursors.write(reached) }
    // A search is followed by the history since it began.
    const goesOn = reached.walk !== undefined || walk.through === "search"
    return [[batch], goesOn ? Option.some({ position: reached, startedOver }) : Option.none<Step>()] as const
  })

  return {
    name,
    readAgain: (rows) => Effect.flatMap(idsIn(rows), entriesOf),
    entries: (cursor) =>
      Stream.unwrap(
        Effect.map(resume(cursor), (position) => Stream.paginate({ position, startedOver: false }, next)),
      ),
  }
}
