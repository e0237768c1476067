/** Ends of the names of audio files. What a file really is the service finds from its content. */
const AUDIO = /\.(wav|wave|mp3|flac|m4a|aac|mp4|ogg|oga|opus|aif|aiff|aifc|webm)$/i

/** Whether a file is worth sending: its name or its type says audio. */
export const isAudio = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  AUDIO.test(name) || type.startsWith('audio/')

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((done, fail) => entry.file(done, fail))

/** A folder is read in pieces until a piece is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  while (true) {
    const piece = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (piece.length === 0) return all
    all.push(...piece)
  }
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)]
  const files: File[] = []
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
    files.push(...(await filesOf(inner)))
  return files
}

/** Returns all files that were dropped, those inside of folders too. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // What was dropped may be read only now: ask for everything before waiting for anything.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files]
  return (await Promise.all(entries.map(filesOf))).flat()
}
