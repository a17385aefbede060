import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { Answer } from "../data/responses.ts"
import { readOnce } from "../data/cache.ts"
import { itemPath } from "../items.ts"
import { messages } from "../messages.ts"
import { navigate, place, usePlace } from "../router.tsx"
import { Tile } from "./tile.tsx"

type Suggestions = Answer<"search", "suggest">

/** Milliseconds after the last letter: who types on is not asked for each. */
const restMillis = 140

/** True if a key belongs to the text being typed. */
const isWriting = ({ target }: Event) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The one search box, over everything: a combobox with suggestions (ARIA 1.2). `/` goes to it. */
export const SearchBox = () => {
  const address = usePlace()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState("")
  const [found, setFound] = useState<Suggestions["data"]>([])
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])

  // The box shows what the page of results is about, and nothing elsewhere.
  useEffect(() => {
    const [path, query] = address.split("?")
    setWords(path === "/search" ? (new URLSearchParams(query).get("q") ?? "") : "")
    setOpen(false)
  }, [address])

  useEffect(() => {
    setAt(-1)
    const asked = words.trim()
    if (!open || asked.length < 2) {
      setFound([])
      return undefined
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void readOnce<Suggestions>(`/v1/search/suggest?q=${encodeURIComponent(asked)}`, abort.signal).then(
        (answer) => answer !== undefined && setFound(answer.data),
      )
    }, restMillis)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, open])

  const go = (to: string) => {
    setOpen(false)
    input.current?.blur()
    navigate(to)
  }

  const isOpen = open && words.trim().length >= 2
  const all = `/search?q=${encodeURIComponent(words.trim())}`
  const options = [
    ...found.map((one) => ({
      to: itemPath(one.domain, one),
      key: `${one.domain} ${one.type} ${one.id}`,
      one,
    })),
    { to: all, key: "all", one: undefined },
  ]

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      setOpen(true)
      const by = event.key === "ArrowDown" ? 1 : -1
      setAt((now) => (now + by + options.length + (now === -1 && by === -1 ? 1 : 0)) % options.length)
    } else if (event.key === "Escape") {
      // The first closes the list; a browser would empty the field at once.
      if (isOpen) event.preventDefault()
      if (isOpen) setOpen(false)
      else input.current?.blur()
    } else if (event.key === "Enter") {
      event.preventDefault()
      // A closed list chooses nothing.
      const to = (isOpen ? options[at]?.to : undefined) ?? (words.trim() === "" ? undefined : all)
      if (to === place.get()) setOpen(false)
      else if (to !== undefined) go(to)
    }
  }

  return (
    <search class="search">
      <input
        ref={input}
        type="search"
        name="q"
        // Preact's types want a list of the browser's next to this role.
        {...({ role: "combobox" } as object)}
        value={words}
        placeholder={messages.search.placeholder}
        aria-label={messages.search.label}
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        {...(isOpen && at >= 0 ? { "aria-activedescendant": `${id}-${at}` } : {})}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={500}
        onInput={(event) => {
          setWords(event.currentTarget.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(words !== "")}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">{messages.search.shortcut}</kbd>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={messages.search.suggestions}
        hidden={!isOpen}
        // The box keeps the focus, and so its list.
        onPointerDown={(event) => event.preventDefault()}
      >
        {isOpen
          ? options.map(({ key, one, to }, index) => (
              <li
                key={key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                class={one === undefined ? "search-all" : `hue-${one.domain}`}
                onClick={() => go(to)}
                onPointerMove={() => setAt(index)}
              >
                {one === undefined ? (
                  messages.search.all(words.trim())
                ) : (
                  <>
                    <Tile name={one.title} image={one.image} />
                    <span class="entry-text">
                      <span class="entry-title" dir="auto">
                        {one.title}
                      </span>
                      <span class="quiet" dir="auto">
                        {one.subtitle}
                      </span>
                    </span>
                    <span class="mark">{messages.domain(one.domain)}</span>
                  </>
                )}
              </li>
            ))
          : undefined}
      </ul>
      <span class="hidden" role="status">
        {isOpen && found.length > 0 ? messages.search.found(found.length) : ""}
      </span>
    </search>
  )
}
