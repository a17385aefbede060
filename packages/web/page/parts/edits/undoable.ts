import { askPatiently } from "../../data/asking.ts"
import { changed, refresh } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { type Sent, send } from "../../data/send.ts"
import { messages } from "../../messages.ts"
import { toast } from "../notices/toast.tsx"

type Edit = Answer<"edits", "list">["data"][number]

/** The parts of an edit. */
type Wanted = Pick<Edit, "action" | "domain" | "type">

/** The newest edit, if it was just made. */
const newestEdit = async ({ action, domain, type }: Wanted): Promise<Edit | undefined> => {
  const answer = await askPatiently("/v1/admin/edits?limit=1").catch(() => undefined)
  if (answer?.ok !== true) return undefined
  const [edit] = ((await answer.json()) as Answer<"edits", "list">).data
  return edit?.action === action && edit.domain === domain && edit.type === type ? edit : undefined
}

/** Makes an edit at once, and shows a toast that undoes it. */
export const editWithUndo = async <A>(
  text: string,
  wanted: Wanted,
  command: () => Promise<Sent<A>>,
): Promise<Sent<A>> => {
  const sent = await command()
  if (sent.failure !== undefined) return sent
  const edit = await newestEdit(wanted)
  toast(
    text,
    edit &&
      (async () => {
        const undone = await send("DELETE", `/v1/admin/edits/${edit.id}`)
        changed()
        refresh()
        return undone
      }),
  )
  return sent
}

/** Says that a filter hides a name. Undo removes the filter if it is new: an earlier one stays. */
export const toastHidden = (name: string, id: number, isNew: boolean, again: () => void): void => {
  const undo = async () => {
    const undone = await send("DELETE", `/v1/listening/admin/filters/${id}`)
    again()
    return undone
  }
  toast(messages.correct.hidden(name), isNew ? undo : undefined)
}
