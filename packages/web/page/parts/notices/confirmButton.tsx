import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { Sent } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "./commandError.tsx"

interface AskProps {
  /** The label of the first button, and of the confirming one. */
  readonly label: string
  readonly question: string
  /** In words, what is lost. */
  readonly lost: ComponentChildren
  readonly command: () => Promise<Sent<unknown>>
  readonly onDone: () => void
  readonly class?: string
}

/** A button for what loses something: it calls once, and states what is lost. */
export const ConfirmButton = ({
  class: shape = "plain",
  command,
  label,
  lost,
  onDone,
  question,
}: AskProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { failure, run, working } = useCommand()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  const yes = async () => {
    const sent = await run(command)
    if (sent === undefined || sent.failure !== undefined) return
    dialog.current?.close()
    onDone()
  }
  return (
    <>
      <button type="button" class={shape} onClick={() => setOpen(true)}>
        {label}
      </button>
      {open ? (
        <dialog
          ref={dialog}
          class="ask"
          aria-labelledby={`${id}-question`}
          aria-describedby={`${id}-lost`}
          onClose={() => setOpen(false)}
        >
          <h2 id={`${id}-question`}>{question}</h2>
          <div id={`${id}-lost`}>{lost}</div>
          <CommandError failure={failure} />
          <p class="actions">
            <button type="button" class="button button-danger" disabled={working} onClick={() => void yes()}>
              {label}
            </button>
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {messages.settings.keep}
            </button>
          </p>
        </dialog>
      ) : undefined}
    </>
  )
}
