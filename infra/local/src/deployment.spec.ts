import { SERVICES } from '@segue/contracts';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
