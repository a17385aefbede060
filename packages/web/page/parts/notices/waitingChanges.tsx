import { cancelChange, type Change, changes, restoreChange } from "../../data/changes.ts"
import { useMayChange } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { toast } from "./toast.tsx"

const { search, waiting } = messages

/** The fields that name an item, the best first. */
const names = ["title", "name", "track", "venue", "url", "text"]

const lineOf = ({ body, method, path }: Change): string => {
  const [, , , domain = "", type = ""] = path.split("/")
  const of = domain === "watches" ? "watch" : domain === "save" ? "article" : type
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>
  const name = names.map((field) => fields[field]).find((value) => typeof value === "string" && value !== "")
  return waiting.line(waiting.actions[method], search.type(of), String(name ?? ""))
}

/** For an admin key: the changes that wait for a connection, and those that the server refused. Each can be cancelled. */
export const WaitingChanges = () => {
  const all = useSignal(changes)
  const isAdmin = useMayChange()
  if (all.length === 0 || !isAdmin) return undefined
  const refused = all.filter(({ problem }) => problem !== "").length
  return (
    <details class="banner">
      <summary>
        <span role="status">
          {refused === all.length ? waiting.refused(refused) : waiting.some(all.length - refused)}
        </span>
      </summary>
      <ul class="lines">
        {all.map((one, at) => {
          const line = lineOf(one)
          return (
            <li key={one.id}>
              <div class="settings-text">
                <span dir="auto">{line}</span>
                {one.problem === "" ? undefined : <span class="problem">{one.problem}</span>}
              </div>
              <button
                type="button"
                class="plain"
                aria-label={`${one.problem === "" ? waiting.cancel : waiting.dismiss}: ${line}`}
                onClick={() => {
                  cancelChange(one.id)
                  toast(`${waiting.notSent}: ${line}`, () => {
                    restoreChange(one, at)
                    return Promise.resolve({ data: undefined, status: 204 })
                  })
                }}
              >
                {one.problem === "" ? waiting.cancel : waiting.dismiss}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
