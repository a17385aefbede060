import { useId, useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { messages } from "../../../messages.ts"
import { SecretReveal } from "../../../parts/notices/secretReveal.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"

const { keys } = messages.settings

type Made = Answer<"keys", "create">

const scopes = ["read", "submit", "save", "admin"] as const

/** Makes a key and shows it once. */
export const MakeKey = ({ onMade }: { readonly onMade: () => void }) => {
  const id = useId()
  const [made, setMade] = useState<Made>()
  const { failure, run, working } = useCommand()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const values = new FormData(form)
    const text = (name: string) => String(values.get(name) ?? "").trim()
    const sent = await run(() =>
      send<Made>("POST", "/v1/admin/keys", {
        name: text("name"),
        scope: text("scope"),
        ...(text("limit") === "" ? {} : { rate_limit: Number(text("limit")) }),
        ...(text("end") === "" ? {} : { expires_at: text("end") }),
      }),
    )
    if (sent?.data === undefined) return
    form.reset()
    setMade(sent.data)
    onMade()
  }
  return (
    <>
      {made === undefined ? undefined : (
        <SecretReveal
          label={keys.made(made.name)}
          value={made.key}
          hint={keys.once}
          onDone={() => setMade(undefined)}
        />
      )}
      <form class="form" onSubmit={(event) => void submit(event)}>
        <div>
          <label for={`${id}-name`}>{keys.name}</label>
          <input
            id={`${id}-name`}
            name="name"
            required
            maxLength={200}
            autocomplete="off"
            aria-describedby={`${id}-name-hint`}
          />
          <p id={`${id}-name-hint`} class="quiet small">
            {keys.nameHint}
          </p>
        </div>
        <fieldset>
          <legend>{keys.scope}</legend>
          {scopes.map((scope) => (
            <label key={scope} class="check">
              <input type="radio" name="scope" value={scope} defaultChecked={scope === "read"} />
              {keys.scopeNames[scope]}
            </label>
          ))}
        </fieldset>
        <div class="form-row">
          <div>
            <label for={`${id}-end`}>{keys.end}</label>
            <input id={`${id}-end`} name="end" type="date" aria-describedby={`${id}-end-hint`} />
            <p id={`${id}-end-hint`} class="quiet small">
              {keys.endHint}
            </p>
          </div>
          <div>
            <label for={`${id}-limit`}>{keys.limit}</label>
            <input
              id={`${id}-limit`}
              name="limit"
              type="number"
              min={1}
              max={1_000_000}
              aria-describedby={`${id}-limit-hint`}
            />
            <p id={`${id}-limit-hint`} class="quiet small">
              {keys.limitHint}
            </p>
          </div>
        </div>
        <CommandError failure={failure} />
        <p>
          <button type="submit" class="button button-main" disabled={working}>
            {keys.create}
          </button>
        </p>
      </form>
    </>
  )
}
