#!/usr/bin/env node
import '../dist/program/xpxlc.js';
