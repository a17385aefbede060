import type { ComponentChildren, InputHTMLAttributes } from "preact"
import { useId } from "preact/hooks"
import { send } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { CommandError } from "../../parts/notices/commandError.tsx"

/** A field with its label above, and below it what it takes. */
export const LabelledInput = ({
  hint = "",
  label,
  ...input
}: InputHTMLAttributes & { readonly label: string; readonly hint?: string | undefined }) => {
  const id = useId()
  return (
    <div>
      <label for={id}>{label}</label>
      <input id={id} {...input} {...(hint === "" ? {} : { "aria-describedby": `${id}-hint` })} />
      {hint === "" ? undefined : (
        <p id={`${id}-hint`} class="quiet small">
          {hint}
        </p>
      )}
    </div>
  )
}

/** A choice with its label above: values with their names. */
export const LabelledSelect = ({
  label,
  onChoose,
  options,
  ...select
}: {
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
  readonly name?: string
  readonly value?: string
  readonly onChoose?: (value: string) => void
}) => {
  const id = useId()
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} {...select} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface MakeFormProps<Made> {
  /** Where the command is sent, and what it says by the texts of the form's fields. */
  readonly path: string
  readonly command: (text: (name: string) => string, values: FormData) => object
  /** `isNew` is false if the server had one already. */
  readonly onMade: (made: Made, isNew: boolean) => void
  /** The label of the button. */
  readonly button: string
  readonly children: ComponentChildren
}

/** A form that makes something, and is emptied once that is done. */
export const MakeForm = <Made,>({ button, children, command, onMade, path }: MakeFormProps<Made>) => {
  const { failure, run, working } = useCommand()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const values = new FormData(form)
    const text = (name: string) => String(values.get(name) ?? "").trim()
    const sent = await run(() => send<Made>("POST", path, command(text, values)))
    if (sent === undefined || sent.failure !== undefined) return
    form.reset()
    onMade(sent.data, sent.status === 201)
  }
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      {children}
      <CommandError failure={failure} />
      <p>
        <button type="submit" class="button button-main" disabled={working}>
          {button}
        </button>
      </p>
    </form>
  )
}
