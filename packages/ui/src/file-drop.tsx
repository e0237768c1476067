import { type ReactNode, useState } from 'react'
import { FileButton } from './file-button.tsx'

/** A place to drop a file on, with a button for those who do not drag. */
export function FileDrop({
  label,
  button,
  accept,
  onFile,
  children,
}: {
  label: string
  button: string
  accept: string
  onFile: (file: File) => void
  children?: ReactNode
}) {
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the button below does the same.
    <div
      className={over ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <p>{label}</p>
      <div className="row">
        <FileButton label={button} accept={accept} onFile={onFile} main />
        {children}
      </div>
    </div>
  )
}
