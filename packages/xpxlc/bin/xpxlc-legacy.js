#!/usr/bin/env node
import '../dist/program/legacy-main.js';
