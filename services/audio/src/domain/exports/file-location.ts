/** Whether a path is written the Windows way: a drive, a network share, or backslashes only. */
const isWindowsPath = (path: string): boolean =>
  /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\') || (path.includes('\\') && !path.includes('/'))

/** Removes the prefix of long Windows paths: `\\?\C:\a` is `C:\a`, `\\?\UNC\server\share` is `\\server\share`. */
const withoutLongPrefix = (path: string): string =>
  path.replace(/^\\\\[?.]\\UNC\\/i, '\\\\').replace(/^\\\\[?.]\\/, '')

const encodedParts = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')

/**
 * Returns the address of a file as rekordbox's XML has it: `file://localhost/` and the path with every part
 * percent-encoded as UTF-8 (RFC 3986), the drive letter plain (`file://localhost/C:/Music/a%20b.mp3`), a network share
 * after two slashes (`file://localhost//server/share/a.mp3`). An address stays unchanged. A backslash separates
 * folders in a Windows path only; elsewhere it is a character of the name. Source: rekordbox, XML format list, 2020.
 */
export function fileAddress(location: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location)) return location
  if (!isWindowsPath(location)) return `file://localhost/${encodedParts(location.replace(/^\/+/, ''))}`
  const path = withoutLongPrefix(location).replaceAll('\\', '/')
  if (path.startsWith('//')) return `file://localhost//${encodedParts(path.replace(/^\/+/, ''))}`
  const drive = /^[a-z]:\//i.exec(path)?.[0] ?? ''
  return `file://localhost/${drive}${encodedParts(path.slice(drive.length).replace(/^\/+/, ''))}`
}

/**
 * Returns the path of a file within a folder, with the separator of that folder. `inside` is the path below the folder,
 * its parts separated by slashes. Within an address, the parts are percent-encoded.
 */
export function pathWithin(folder: string, inside: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(folder)) return `${folder.replace(/\/+$/, '')}/${encodedParts(inside)}`
  const separator = isWindowsPath(folder) ? '\\' : '/'
  const base = separator === '\\' ? folder.replace(/[\\/]+$/, '') : folder.replace(/\/+$/, '')
  return [base, ...inside.split('/')].join(separator)
}

/** Returns the path of a file: `location` itself, or the file within it when it ends with a separator, as a folder does. */
export const locationOf = (location: string, filename: string): string =>
  /[\\/]$/.test(location) ? pathWithin(location, filename) : location
