#!/usr/bin/env node
import { keepCompiledCode } from '@assay/kit/compile-cache'

keepCompiledCode()
await import('./commands.ts')
