#!/usr/bin/env node
import '../dist/cli/legacy/main.js';
