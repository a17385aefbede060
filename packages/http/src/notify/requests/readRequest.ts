import {
  type Operation,
  type ProfileChange,
  readBatch,
  readerOf,
  type RequestId,
  type SingleOperation,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"

/** A request as read from its body, and the response once it is accepted. */
export interface ReadRequest {
  readonly operation: Exclude<Operation, "merge">
  readonly changes: ReadonlyArray<ProfileChange>
  readonly answer: (id: RequestId) => string
}

const accepting =
  (what: string) =>
  (id: RequestId): string =>
    `{"request_id":"${id}","status":"ok","_message":"The ${what} is accepted"}`

/** The response to an accepted request. */
const accepted = accepting("request")

/** The response to an accepted merge. */
export const acceptedMerge = accepting("merge")

const readOne = (operation: SingleOperation, answer = accepted) => {
  const read = readerOf(operation)
  return (text: string): ReadRequest | InvalidInput => {
    const change = read(text)
    return change instanceof InvalidInput ? change : { operation, changes: [change], answer }
  }
}

/** Reads a batch. One without a single fit item is refused as a whole: nothing of it could be accepted. */
const readMany = (text: string): ReadRequest | InvalidInput => {
  const items = readBatch(text)
  if (items instanceof InvalidInput) return items
  const changes = items.flatMap((item) => ("change" in item ? [item.change] : []))
  if (changes.length === 0) {
    const [first] = items
    const reason = first !== undefined && "error" in first ? first.error : ""
    return new InvalidInput({ field: "batch", message: `batch has no valid item; the first: ${reason}` })
  }
  const batch = items.map((item) =>
    "change" in item ? Object.fromEntries(item.fields.map((field) => [field, "ok"])) : item,
  )
  const answer = (id: RequestId) =>
    JSON.stringify({ request_id: id, status: "ok", _message: "The request is accepted", batch })
  return { operation: "batch", changes, answer }
}

const append = readOne("append")
const remove = readOne("remove")

/**
 * The readers of the operations that change properties, as paths name them. The service that the contract was taken from has
 * other names for those of lists: its clients send to these.
 */
export const readRequest = {
  // The contract's response to set-once has one field.
  "set-once": readOne("set-once", (id) => `{"request_id":"${id}"}`),
  set: readOne("set"),
  unset: readOne("unset"),
  "numerical-add": readOne("numerical-add"),
  append,
  "list-append": append,
  union: readOne("union"),
  remove,
  "list-remove": remove,
  batch: readMany,
} satisfies Readonly<Record<string, (text: string) => ReadRequest | InvalidInput>>
