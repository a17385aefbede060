import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { messages } from "../../../messages.ts"
import { SecretReveal } from "../../../parts/notices/secretReveal.tsx"
import { LabelledInput, MakeForm } from "../makeForm.tsx"

const { keys } = messages.settings

type Made = Answer<"keys", "create">

const scopes = ["read", "submit", "save", "admin"] as const

/** Makes a key and shows it once. */
export const MakeKey = ({ onMade }: { readonly onMade: () => void }) => {
  const [made, setMade] = useState<Made>()
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
      <MakeForm<Made>
        path="/v1/admin/keys"
        command={(text) => ({
          name: text("name"),
          scope: text("scope"),
          ...(text("limit") === "" ? {} : { rate_limit: Number(text("limit")) }),
          ...(text("end") === "" ? {} : { expires_at: text("end") }),
        })}
        onMade={(key) => {
          setMade(key)
          onMade()
        }}
        button={keys.create}
      >
        <LabelledInput
          label={keys.name}
          hint={keys.nameHint}
          name="name"
          required
          maxLength={200}
          autocomplete="off"
        />
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
          <LabelledInput label={keys.end} hint={keys.endHint} name="end" type="date" />
          <LabelledInput
            label={keys.limit}
            hint={keys.limitHint}
            name="limit"
            type="number"
            min={1}
            max={1_000_000}
          />
        </div>
      </MakeForm>
    </>
  )
}
