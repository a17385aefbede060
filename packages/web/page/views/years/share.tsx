import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import { useMayChange } from "../../data/session.ts"
import { messages } from "../../messages.ts"
import { type PageToShare, PublicPage } from "./publicPage.tsx"

const { sharing } = messages

interface DialogProps {
  readonly title: string
  readonly page: PageToShare
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

const ShareDialog = ({ children, onClose, page, title }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const mayShare = useMayChange()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="ask share-dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      {mayShare ? <PublicPage {...page} /> : <p class="quiet">{sharing.adminOnly}</p>}
      <p class="actions">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {sharing.done}
        </button>
      </p>
    </dialog>
  )
}

/** A button that opens a dialog; the dialog is there while it is open. */
const useDialog = (label: string) => {
  const [open, setOpen] = useState(false)
  return {
    open,
    close: () => setOpen(false),
    button: (
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="s"
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
    ),
  }
}

interface ShareProps {
  readonly year: string
  /** True if the year has cards to save. */
  readonly hasStory: boolean
}

/** Shares the year as an image or as a public page, or prints it. */
export const ShareYear = ({ hasStory, year }: ShareProps) => {
  const { button, close, open } = useDialog(sharing.share)
  return (
    <span class="pair">
      {button}
      <button type="button" class="button" onClick={() => window.print()}>
        {sharing.print}
      </button>
      {open ? (
        <ShareDialog
          title={sharing.title(year)}
          page={{
            path: `/pages/years/${year}`,
            name: sharing.name(year),
            hint: sharing.pageHint,
            mayShowNow: true,
          }}
          onClose={close}
        >
          {hasStory ? (
            <section>
              <h3>{sharing.picture}</h3>
              <p class="quiet">{sharing.pictureHint}</p>
              <p class="actions">
                <a class="button" href={`years/${year}/story`}>
                  {sharing.openStory}
                </a>
              </p>
            </section>
          ) : undefined}
        </ShareDialog>
      ) : undefined}
    </span>
  )
}

/** Shares what is happening now as a public page. */
export const ShareNow = () => {
  const { button, close, open } = useDialog(sharing.shareNow)
  return (
    <>
      {button}
      {open ? (
        <ShareDialog
          title={sharing.nowTitle}
          page={{ path: "/pages/now", name: sharing.nowName, hint: sharing.nowHint, mayShowNow: false }}
          onClose={close}
        />
      ) : undefined}
    </>
  )
}
