#!/usr/bin/env node
import { keepCompiledCode } from '@assay/kit/compile-cache'
import { startFrugally } from '@assay/kit/start-memory'

startFrugally()
keepCompiledCode()
await import('./commands.ts')
