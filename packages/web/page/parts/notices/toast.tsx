import "./toast.css"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { said } from "../../data/announce.ts"
import type { Sent } from "../../data/send.ts"
import { signal, useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { reasonOf } from "./commandError.tsx"
import { isWriting } from "../keys.ts"

const { preferences: texts } = messages

/** The last action, and how to undo it. */
interface Toast {
  readonly text: string
  readonly undo: (() => Promise<Sent<unknown>>) | undefined
}

const shown = signal<Toast | undefined>(undefined)

/** Milliseconds for which a toast stays, unless it is pointed at or has the focus. */
const staysFor = 10_000

/** States what was done, with a way back if there is one. The next one takes its place. */
export const toast = (text: string, undo?: () => Promise<Sent<unknown>>): void => shown.set({ text, undo })

/** Undoes the toast's action. */
const takeBack = async ({ undo }: Toast) => {
  shown.set(undefined)
  const sent = await undo?.()
  if (sent !== undefined) toast(sent.failure === undefined ? texts.undone : reasonOf(sent.failure))
}

/**
 * The page's one live region: its toast, and texts for screen readers. Ctrl or Cmd with Z undoes what the toast says, as its button does.
 */
export const Toasts = () => {
  const now = useSignal(shown)
  const announced = useSignal(said)
  // The toast that is pointed at or has the focus: no event says that it went from under the pointer.
  const [held, setHeld] = useState<Toast>()
  const box = useRef<HTMLDivElement>(null)
  // One that takes the place of another may have the focus already.
  useLayoutEffect(() => {
    if (box.current?.matches(":focus-within") === true) setHeld(now)
  }, [now])
  useEffect(() => {
    if (now === undefined || held === now) return undefined
    const timer = setTimeout(() => shown.set(undefined), staysFor)
    return () => clearTimeout(timer)
  }, [now, held])
  // As soon as it is shown: the key may be pressed before the next frame.
  useLayoutEffect(() => {
    if (now?.undo === undefined) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "z" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        isWriting(event)
      )
        return
      event.preventDefault()
      void takeBack(now)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [now])
  return (
    // It is there before it says something, so that screen readers read it.
    <div class="toasts" role="status" aria-atomic="false">
      <p class="hidden">{announced}</p>
      {now === undefined ? undefined : (
        <div
          ref={box}
          class="toast"
          onPointerEnter={() => setHeld(now)}
          onPointerLeave={() => setHeld(undefined)}
          onFocusIn={() => setHeld(now)}
          onFocusOut={() => setHeld(undefined)}
        >
          <span>{now.text}</span>
          {now.undo === undefined ? undefined : (
            <button type="button" onClick={() => void takeBack(now)}>
              {texts.undo}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
