import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** One image: its name, its layers as folders from bottom to top, and what a runtime is told about it. */
export interface Image {
  /** Name with a tag. */
  readonly name: string
  readonly layers: readonly { readonly folder: string; readonly what: string }[]
  /** Part `config` of the image configuration, as Docker defines it. */
  readonly config: object
  /** Seconds since 1970 that every file and the image have as their time. */
  readonly seconds: number
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes a folder's content so that the same files give the same bytes: sorted, one time, owners by number. */
function writeTar(folder: string, archive: string, seconds: number): void {
  execFileSync('tar', [
    ...['--create', '--format=gnu', '--sort=name', '--numeric-owner', `--mtime=@${seconds}`],
    ...['--file', archive, '--directory', folder, '--', ...readdirSync(folder).sort()],
  ])
}

/**
 * Writes an image as an archive that `docker load`, `podman load` and `skopeo` read. The same folders, configuration and
 * time give the same bytes. Returns the digest of the configuration, which is the id of the image.
 */
export async function writeDockerArchive(image: Image, archive: string): Promise<string> {
  const stage = mkdtempSync(`${archive}-`)
  try {
    const content = join(stage, 'content')
    mkdirSync(content)
    const digests: string[] = []
    for (const { folder } of image.layers) {
      const layer = join(stage, 'layer.tar')
      writeTar(folder, layer, image.seconds)
      const digest = await sha256(layer)
      renameSync(layer, join(content, `${digest}.tar`))
      digests.push(digest)
    }
    const created = new Date(image.seconds * 1000).toISOString()
    const config = JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      created,
      config: image.config,
      rootfs: { type: 'layers', diff_ids: digests.map((digest) => `sha256:${digest}`) },
      history: image.layers.map(({ what }) => ({ created, created_by: what })),
    })
    const id = createHash('sha256').update(config).digest('hex')
    writeFileSync(join(content, `${id}.json`), config)
    writeFileSync(
      join(content, 'manifest.json'),
      JSON.stringify([
        { Config: `${id}.json`, RepoTags: [image.name], Layers: digests.map((digest) => `${digest}.tar`) },
      ]),
    )
    execFileSync('chown', ['-R', '0:0', content])
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', content])
    writeTar(content, archive, image.seconds)
    return `sha256:${id}`
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
