import { useRef, useState } from "preact/hooks"
import { changed } from "../../data/remembered.ts"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { correctionIn, FieldInput } from "../../parts/correctField.tsx"
import { type AddedType, addedTypes } from "../../parts/addFields.ts"
import { Pick } from "../../parts/filters.tsx"
import { Refused } from "../../parts/refused.tsx"
import type { Address } from "../../router.tsx"
import { SettingsPage } from "./page.tsx"

const { add } = messages.settings

interface Added {
  readonly id?: string | number
}

const Form = ({ of }: { readonly of: AddedType }) => {
  const form = useRef<HTMLFormElement>(null)
  const { failure, run, working } = useCommand()
  const [added, setAdded] = useState<string>()
  const fields = [...Object.entries(of.needed), ...Object.entries(of.optional)]
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (form.current === null) return
    const sent = await run(() =>
      send<Added>("POST", of.path, correctionIn(fields, {}, new FormData(form.current ?? undefined))),
    )
    if (sent?.data === undefined) return
    form.current.reset()
    setAdded(itemPath(of.domain, { type: of.type, id: sent.data.id ?? "" }))
    changed(of.domain)
  }
  return (
    <form ref={form} class="form" onSubmit={(event) => void save(event)}>
      {fields.map(([field, form]) => (
        <FieldInput key={field} field={field} form={form} value={undefined} needed={field in of.needed} />
      ))}
      <Refused failure={failure} />
      <div role="status">
        {added === undefined ? undefined : (
          <p>
            {add.added} <a href={added.slice(1)}>{add.see}</a>
          </p>
        )}
      </div>
      <p class="actions">
        <button type="submit" class="button button-main" disabled={working}>
          {add.save}
        </button>
      </p>
    </form>
  )
}

/** Adds one thing by hand, of the type that the address names. */
const Add = ({ query }: Address) => {
  const types = Object.entries(addedTypes).filter(([, { domain }]) => domains.includes(domain))
  const asked = query.get("type") ?? ""
  const [name, of] = types.find(([one]) => one === asked) ?? types[0] ?? []
  return (
    <SettingsPage name="add">
      <Pick
        label={add.what}
        name="type"
        {...(types[0] === undefined ? {} : { standard: types[0][0] })}
        options={types.map(([value]) => ({ value, label: add.types[value] ?? value }))}
      />
      {of === undefined ? undefined : (
        <section>
          <Form key={name} of={of} />
        </section>
      )}
    </SettingsPage>
  )
}

export default Add
