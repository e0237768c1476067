import { type ReactNode, useEffect, useRef } from 'react'

/** A dialog at the side of the page, open as long as it is rendered. Escape and a click beside it close it. */
export function Drawer({
  title,
  close,
  onClose,
  children,
}: {
  title: string
  /** Text of the button that closes it. */
  close: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own; the click is on its backdrop.
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current?.close()
      }}
    >
      <div className="stack">
        <div className="row drawer-head">
          <h2>{title}</h2>
          <button type="button" onClick={() => dialog.current?.close()}>
            {close}
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
