import { useEffect, useId, useRef, useState } from "preact/hooks"
import { messages } from "../../messages.ts"

const { settings } = messages

/** A secret that is shown this once, with a way to copy it. */
export const SecretReveal = ({
  hint,
  label,
  onDone,
  value,
}: {
  readonly label: string
  readonly value: string
  readonly hint: string
  readonly onDone: () => void
}) => {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [value])
  const copy = async () => {
    field.current?.select()
    // Over plain HTTP a browser has no clipboard: the text is selected, for the keyboard's copy.
    await navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div class="once">
      <label for={id}>{label}</label>
      <div class="once-field">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          spellcheck={false}
          aria-describedby={`${id}-hint`}
        />
        <button type="button" class="button" onClick={() => void copy()}>
          {copied ? settings.copied : settings.copy}
        </button>
        <button type="button" class="button" onClick={onDone}>
          {settings.done}
        </button>
      </div>
      <p id={`${id}-hint`} class="quiet small" role="status">
        {hint}
      </p>
    </div>
  )
}
