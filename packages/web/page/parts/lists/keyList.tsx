import "./keyList.css"
import { useEffect, useRef } from "preact/hooks"
import { useSignal } from "../../data/signal.ts"
import { messages } from "../../messages.ts"
import { goKeys, setSingleKeys, singleKeys } from "../keys.ts"

const { frame, keys } = messages

const nameOf = (path: string) =>
  path === "/" ? frame.home : path === "/years" ? frame.years : messages.domain(path.slice(1))

const lines: ReadonlyArray<readonly [keys: string, does: string]> = [
  [`${frame.findKeys(/Mac|iPhone|iPad/.test(navigator.userAgent))} /`, keys.find],
  ...Object.entries(goKeys).map(([key, path]) => [`g ${key}`, keys.goTo(nameOf(path))] as const),
  ["n", keys.add],
  ["e", keys.edit],
  ["s", keys.share],
  ["← →", keys.move],
  ["?", keys.list],
  ["Esc", keys.close],
]

/** The keys of the page, and the switch that ends the single ones. */
const KeyList = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOn = useSignal(singleKeys)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="ask key-list" aria-labelledby="key-list" onClose={onClose}>
      <h2 id="key-list">{keys.title}</h2>
      <dl>
        {lines.map(([pressed, does]) => (
          <div key={pressed}>
            <dt>
              {pressed.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />{" "}
        {keys.single}
      </label>
      <p class="actions">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {messages.palette.close}
        </button>
      </p>
    </dialog>
  )
}

export default KeyList
