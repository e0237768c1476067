import { type ReactNode, useState } from 'react'
import { FileButton } from './file-button.tsx'

/**
 * A place to drop files on, with a button for those who do not drag. With `onFiles` it takes several at once. With
 * `onDropped` the caller reads what was dropped, for instance folders.
 */
export function FileDrop({
  label,
  button,
  accept,
  onFile,
  onFiles = ([file]) => file && onFile?.(file),
  onDropped,
  children,
}: {
  label: string
  button: string
  accept: string
  onFile?: (file: File) => void
  onFiles?: (files: readonly File[]) => void
  onDropped?: (data: DataTransfer) => void
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
        if (onDropped) return onDropped(event.dataTransfer)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      }}
    >
      <p>{label}</p>
      <div className="row">
        <FileButton label={button} accept={accept} onFiles={onFiles} multiple={onFile === undefined} main />
        {children}
      </div>
    </div>
  )
}
