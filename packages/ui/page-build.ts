import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Writes each text file of the build compressed beside itself, so that the service compresses nothing. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, files) {
    for (const name of Object.keys(files).filter((file) => /\.(js|css|html|svg)$/.test(file))) {
      const path = join(dir, name)
      const text = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(text))
      writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
    }
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
