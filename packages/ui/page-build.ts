import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const brotli = promisify<Buffer, Buffer>(zlib.brotliCompress)
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)

/** Writes each text file of the build compressed beside itself, so that the service compresses nothing. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, files) {
    const texts = Object.keys(files).filter((file) => /\.(js|css|html|svg)$/.test(file))
    // The best compression takes seconds for large files, which threads share.
    await Promise.all(
      texts.map(async (name) => {
        const path = join(dir, name)
        const text = await readFile(path)
        await Promise.all([
          brotli(text).then((bytes) => writeFile(`${path}.br`, bytes)),
          gzip(text, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
        ])
      }),
    )
  },
}

/**
 * How the page of a service is built. Addresses of assets are relative, so that the page works under any path behind a
 * proxy. While developing, paths that match `proxied` go to the service on this computer.
 */
export const pageBuild = (proxied: string) =>
  defineConfig({
    base: './',
    plugins: [react(), compressed],
    build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    server: { proxy: { [proxied]: 'http://127.0.0.1:8080' } },
  })
