# SPDX-License-Identifier: Apache-2.0
"""The sample model's tokenizer and text encoder: one piece per word, and a T5 whose weights are constructed, not trained.

Each word has its own direction, synonyms share one, and each attention head looks at the neighbour at one distance, so that a
token's state encodes its word and the words around it. The transformer learns what the words mean.
"""
import io
import json
import os
import re
import string
import tempfile

import torch
from sentencepiece import SentencePieceTrainer, sentencepiece_model_pb2
from transformers import T5Config, T5EncoderModel

import clips
from scenery import OBJECT_COLOURS, WALL_COLOURS
from shapes import SHAPES

TOKEN_LIMIT = 32
BARE = ("\u2581", ",")  # pieces that are not words
SPECIAL = ("<pad>", "</s>", "<unk>")
# Synonyms that users may type; they get the same state.
SAME = {
    "ball": "circle disc sphere", "square": "box block cube", "cross": "plus", "star": "stars", "ring": "hoop donut",
    "triangle": "pyramid", "diamond": "rhombus", "heart": "hearts", "red": "crimson scarlet", "purple": "violet lilac",
    "grey": "gray silver", "yellow": "gold golden", "blue": "cyan navy", "pink": "rose magenta", "small": "little tiny",
    "big": "large huge", "bigger": "larger", "rolls": "roll rolling runs", "moves": "moving walks goes drives travels",
    "slides": "slide sliding", "glides": "gliding", "flies": "fly flying",
    "bounces": "bounce bouncing hops", "jumps": "jump jumping",
    "spins": "spin spinning rotates rotating", "turns": "turning", "grows": "growing", "shrinks": "shrinking",
    "rises": "rising climbs", "falls": "falling drops", "sinks": "sinking", "floats": "floating", "stands": "standing stays",
    "rests": "resting", "zigzags": "zigzagging", "left": "leftwards", "right": "rightwards", "up": "upwards",
    "down": "downwards", "floor": "table ground", "wall": "walls", "grass": "meadow lawn", "sand": "beach desert",
    "water": "sea lake river", "sky": "heaven", "background": "backdrop", "striped": "stripy", "checkered": "chequered chess",
    "dotted": "spotted", "evening": "sunset dusk", "night": "dark", "pans": "panning", "a": "one some", "over": "above",
    "on": "onto upon", "and": "with", "while": "as when",
}
# Common words without meaning in this world.
OTHER = ("of is are it its at by for from into near then that this there slowly fast quickly very two three four brown "
         "scene video clip camera under behind beside between around forward back next again")
WIDTH, HEADS, HEAD_WIDTH, LAYERS, HIDDEN = 96, 6, 16, 2, 192
# T5's buckets for single positions: 0 the token itself, n the nth before it, 16 + n the nth after it.
LOOKS_AT = (1, 17, 2, 18, 3, 0)


def world_words():
    """Every word that can occur in a caption of either world."""
    texts = [verb for verbs in clips.MOTIONS.values() for verb in verbs] + list(clips.NEW_MOTION)
    for phrases in (*clips.WALLS.values(), *clips.PLACES.values()):
        texts += phrases
    texts += [*OBJECT_COLOURS, *WALL_COLOURS, *SHAPES, *clips.RADII, *clips.PANS]
    texts.append("a an and rolls , the camera pans while")
    plain = re.sub(r"\{\w+\}", " ", " ".join(texts))
    return sorted(set(plain.split()))


def pieces():
    words = world_words()
    more = [BARE[0]] + [word for line in (*SAME.values(), OTHER) for word in line.split()]
    return words + sorted(set(more) - set(words))


def trained_model():
    """A SentencePiece model with our normaliser: lower case, and a space for punctuation that captions do not use."""
    rules = [f"{ord(letter):X}\t{ord(letter.lower()):X}" for letter in string.ascii_uppercase]
    rules += [f"{ord(mark):X}\t20" for mark in ".!?;:-\"()"]
    out = io.BytesIO()
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.write("\n".join(rules) + "\n")
        file.flush()
        SentencePieceTrainer.train(
            sentence_iterator=iter([" ".join(pieces())]), model_writer=out, vocab_size=64, hard_vocab_limit=False, pad_id=0,
            eos_id=1, unk_id=2, bos_id=-1, normalization_rule_tsv=file.name, num_threads=1, minloglevel=2)
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(out.getvalue())
    model.trainer_spec.ClearField("input")
    model.normalizer_spec.ClearField("normalization_rule_tsv")
    return model


def tokenizer_model():
    """The trained model's normaliser and settings, with our pieces: a word is either a piece or unknown.

    The space is a piece of its own before an unknown word, or SentencePiece would make one piece of several such words and
    the tokenizers library one of each.
    """
    model = trained_model()
    kind = sentencepiece_model_pb2.ModelProto.SentencePiece
    del model.pieces[:]
    for piece, kind_of in zip(SPECIAL, (kind.CONTROL, kind.CONTROL, kind.UNKNOWN)):
        model.pieces.add(piece=piece, score=0.0, type=kind_of)
    for word in pieces():
        model.pieces.add(piece=word if word in BARE else "\u2581" + word, score=-1.0, type=kind.NORMAL)
    model.trainer_spec.vocab_size = len(model.pieces)
    return model


def write_json(path, value):
    with open(path, "w") as file:
        json.dump(value, file, indent=2)
        file.write("\n")


def write_tokenizer(folder):
    """spiece.model and its settings, as in the published models; no extra ids."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "spiece.model"), "wb") as file:
        file.write(tokenizer_model().SerializeToString(deterministic=True))
    names = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    write_json(os.path.join(folder, "special_tokens_map.json"), names)
    write_json(os.path.join(folder, "tokenizer_config.json"),
               {**names, "extra_ids": 0, "legacy": True, "model_max_length": TOKEN_LIMIT, "sp_model_kwargs": {},
                "clean_up_tokenization_spaces": True, "tokenizer_class": "T5Tokenizer"})


def word_states(random):
    """[vocabulary, WIDTH]: unit vectors as far from one another as repulsion brings them; same words, same vector."""
    names = [*SPECIAL, *pieces()]
    leader = {word: name for name, line in SAME.items() for word in line.split()}
    row = {name: i for i, name in enumerate(names)}
    group = torch.tensor([row[leader.get(name, name)] for name in names])
    kept = group == torch.arange(len(names))
    states = torch.nn.functional.normalize(torch.randn(len(names), WIDTH, generator=random), dim=1)
    for _ in range(300):
        near = states[kept] @ states[kept].T
        near.fill_diagonal_(0)
        states[kept] = torch.nn.functional.normalize(states[kept] - 0.2 * near.pow(3) @ states[kept], dim=1)
    return states[group] * WIDTH**0.5


def make_encoder(seed=0):
    vocabulary = len(SPECIAL) + len(pieces())
    encoder = T5EncoderModel(T5Config(
        vocab_size=vocabulary, d_model=WIDTH, d_kv=HEAD_WIDTH, d_ff=HIDDEN, num_layers=LAYERS, num_heads=HEADS,
        feed_forward_proj="gated-gelu", is_encoder_decoder=False, use_cache=False, tie_word_embeddings=False, pad_token_id=0,
        eos_token_id=1, decoder_start_token_id=0, layer_norm_epsilon=1e-6)).float().eval()
    random = torch.Generator().manual_seed(seed)
    gains = {".q.": 0.1, ".k.": 0.1, ".v.": 1.0, ".o.": 0.9, "wi_": 1.0, "wo.": 0.5}
    with torch.no_grad():
        for name, value in encoder.named_parameters():
            gain = next((g for part, g in gains.items() if part in name), None)
            if gain is not None:
                value.copy_(torch.randn(value.shape, generator=random) * gain / value.shape[1] ** 0.5)
        encoder.shared.weight.copy_(word_states(random))
        bias = encoder.encoder.block[0].layer[0].SelfAttention.relative_attention_bias.weight
        bias.zero_()
        for head, bucket in enumerate(LOOKS_AT):
            bias[bucket, head] = 6.0
    return encoder


def write_encoder(folder):
    make_encoder().half().save_pretrained(folder)
