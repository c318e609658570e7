import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './vite/chunk-groups.ts'
import { compiledMessages } from './vite/compiled-messages.ts'
import { jsonImports } from './vite/json-imports.ts'
import { landing } from './vite/landing.ts'
import { narrowFonts } from './vite/narrow-fonts.ts'
import { precompress } from './vite/precompress.ts'
import { scriptBudgets } from './vite/script-budgets.ts'
import { workShell } from './vite/work-shell.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/manufacture/',
  // The server replaces the placeholder in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    react(),
    jsonImports(),
    compiledMessages(),
    narrowFonts(),
    landing(),
    workShell(),
    scriptBudgets(),
    precompress(),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist', import.meta.url)),
    target: 'es2023',
    // Images as files, so that the content policy needs no `data:`.
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  // Named so that the server recognises a worker's script and sends the content policy it needs.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  test: {
    name: 'web',
    environment: 'jsdom',
    // Test files stay isolated, without a new process for each of them, which took half of the
    // time.
    pool: 'vmThreads',
    maxWorkers: '100%',
    testTimeout: 240_000,
    setupFiles: ['src/lib/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
    unstubGlobals: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
  server: { proxy: { '/gateway': 'http://127.0.0.1:8080', '/simulator': 'http://127.0.0.1:8080' } },
})
