import { AttendingStore, type AttendingTransaction } from "@daybook/attending"
import * as Effect from "effect/Effect"
import { recorderOf, storable, writeEdits, type Writing } from "../calls/recorder.ts"

/** A call of a transaction that has written. */
interface TransactionCall {
  readonly again: (transaction: AttendingTransaction) => Effect.Effect<unknown>
  readonly answer: unknown
}

/** A transaction that keeps the calls which write. */
const keepingCalls = (
  transaction: AttendingTransaction,
  kept: Array<TransactionCall>,
): AttendingTransaction => {
  const write =
    <Given extends ReadonlyArray<unknown>, A>(
      method: (transaction: AttendingTransaction) => (...given: Given) => Effect.Effect<A>,
    ) =>
    (...given: Given): Effect.Effect<A> =>
      Effect.map(storable(given, method(transaction)(...given)), (answer) => {
        kept.push({ again: (other) => method(other)(...given), answer })
        return answer
      })
  const writing: Writing<
    AttendingTransaction,
    | "appearances"
    | "event"
    | "eventOfGame"
    | "eventOfSetlist"
    | "eventsAt"
    | "eventsOn"
    | "setlists"
    | "source"
    | "teams"
    | "tickets"
    | "venues"
  > = {
    addVenue: write(({ addVenue }) => addVenue),
    putVenue: write(({ putVenue }) => putVenue),
    removeVenue: write(({ removeVenue }) => removeVenue),
    addTeam: write(({ addTeam }) => addTeam),
    putTeam: write(({ putTeam }) => putTeam),
    addEvent: write(({ addEvent }) => addEvent),
    putEvent: write(({ putEvent }) => putEvent),
    addTickets: write(({ addTickets }) => addTickets),
    putSetlist: write(({ putSetlist }) => putSetlist),
    putPlayers: write(({ putPlayers }) => putPlayers),
    addPlayerId: write(({ addPlayerId }) => addPlayerId),
    markLookedUp: write(({ markLookedUp }) => markLookedUp),
    linkSource: write(({ linkSource }) => linkSource),
  }
  return { ...transaction, ...writing }
}

/** The calls that write events. A change is made again by the calls of its transaction. */
export const calls = [
  recorderOf(AttendingStore)<
    | "cursor"
    | "gamesToLookUp"
    | "gamesWithPlayers"
    | "journal"
    | "lists"
    | "pendingSources"
    | "review"
    | "searchable"
    | "source"
    | "stats"
    | "teams"
    | "venues"
    | "venuesToLocate"
  >((recording, store) => ({
    // Raw data is JSON, which has a form for every text.
    addSource: (row) => storable([row.sourceRef], recording.writeAnyText((other) => other.addSource)(row)),
    locateVenue: recording.write(({ locateVenue }) => locateVenue),
    storeEntries: (entries, cursor) =>
      storable(
        [...entries.map(({ sourceRef }) => sourceRef), cursor.source, cursor.cursor],
        recording.writeAnyText((other) => other.storeEntries)(entries, cursor),
      ),
    edits: writeEdits(recording),
    change: (work) =>
      Effect.uninterruptibleMask((restore) => {
        const kept: Array<TransactionCall> = []
        return restore(
          recording.keep(
            store.change((transaction) => restore(work(keepingCalls(transaction, kept)))),
            ({ change }) => change((transaction) => Effect.forEach(kept, ({ again }) => again(transaction))),
            () => kept.map(({ answer }) => answer),
          ),
        )
      }),
  })),
]
