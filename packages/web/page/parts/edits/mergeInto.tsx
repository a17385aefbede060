import { useId, useState } from "preact/hooks"
import type { Sent } from "../../data/send.ts"
import { useCommand } from "../../data/useCommand.ts"
import { useSuggestions } from "../../data/useSuggestions.ts"
import { messages } from "../../messages.ts"
import { CommandError } from "../notices/commandError.tsx"

const { correct } = messages

const restMillis = 200

/** Finds another item of the type, into which this one is merged. */
export const MergeInto = ({
  domain,
  id: own,
  onChosen,
  onDone,
  type,
}: {
  readonly domain: string
  readonly type: string
  readonly id: string
  readonly onChosen: (into: string, title: string) => Promise<Sent<unknown>>
  readonly onDone: (into: string) => void
}) => {
  const id = useId()
  const [words, setWords] = useState("")
  const suggestions = useSuggestions(words, restMillis, domain)
  const found = suggestions.found.filter((one) => one.type === type && String(one.id) !== own)
  const { failure, run, working } = useCommand()
  const choose = async (into: string, title: string) => {
    const sent = await run(() => onChosen(into, title))
    if (sent !== undefined && sent.failure === undefined) onDone(into)
  }
  return (
    <details class="correct-merge">
      <summary>{correct.merge}</summary>
      <div class="form">
        <p class="quiet small">{correct.mergeHint}</p>
        <div>
          <label for={id}>{correct.mergeFind}</label>
          <input
            id={id}
            type="search"
            autocomplete="off"
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </div>
        <ul class="lines" aria-live="polite">
          {found.map((one) => (
            <li key={one.id}>
              <span class="settings-text">
                <span class="entry-title" dir="auto">
                  {one.title}
                </span>
                <span class="quiet small">{one.subtitle}</span>
              </span>
              <button
                type="button"
                class="plain"
                disabled={working}
                aria-label={correct.mergeInto(one.title)}
                onClick={() => void choose(String(one.id), one.title)}
              >
                {correct.mergeDo}
              </button>
            </li>
          ))}
        </ul>
        <CommandError failure={failure} />
      </div>
    </details>
  )
}
